// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// Queries about parts. Small parts are queried in the page, because a message to a worker and back takes longer than the answer.
// For a large mesh, which takes a while to prepare, or once answers take longer than a frame, a worker computes them, and the
// page stays responsive. At most one query is on its way; requests in the meantime become the next query, with the newest
// poses. If a page may not have workers, the page computes all answers itself.

const LARGE = 20000;   // triangles: 0.2 s to prepare
const FRAME = 16;      // milliseconds
const SLOW_IN_ROW = 3; // answers in a row: one may be slow for another reason
const SLOW = 150;      // milliseconds until a message says what the page waits for

/* global WORKER_TEXT */ // worker.js with all its imports, by build.mjs

export class Asker {
    // `verdicts` is Verdicts, used without a worker; `module` is what the worker loads. The other arguments:
    //   now()           returns {poses, range} for the next query
    //   answered(found) receives what Verdicts.answer returns, or {trouble}
    //   waiting(words)  receives what the page waits for, if it takes long; null when that is over
    constructor(verdicts, module, { now, answered, waiting }) {
        Object.assign(this, { verdicts, module, now, answered, waiting });
        this.wanted = { parts: new Set(), pair: null };
        this.unready = verdicts.all();
        this.count = this.unready.length;
        this.wantsReady = false;
        this.isBusy = false;
        this.wantsWorker = verdicts.data.meshes.some(({ triangles }) => triangles.length > 3 * LARGE);
        this.worker = undefined; // not tried yet; null: there is none
        this.readyCount = 0;
        this.slowInRow = 0;
        this.slow = undefined; // a timer; null after the message
    }

    // Queries parts against all others; and the nearest points of a pair, {k, a, b}: null for none.
    ask(parts, pair) {
        for (const part of parts) this.wanted.parts.add(part);
        this.wanted.pair = pair;
        this.next();
    }

    // Prepares all parts while idle, so that the first answer is as fast as the others.
    prepare(first) {
        this.wantsReady = true;
        if (first !== null && this.unready.includes(first)) this.unready.push(first);
        this.next();
    }

    get isIdle() {
        return !this.isBusy && !this.hasQuestion;
    }

    get hasQuestion() {
        return this.wanted.parts.size > 0 || this.wanted.pair !== null;
    }

    next() {
        if (this.isBusy) return;
        const wantsOne = !this.hasQuestion && this.wantsReady && this.unready.length > 0;
        if (!this.hasQuestion && !wantsOne) return;
        const { poses, range } = this.now();
        this.question = { parts: [...this.wanted.parts], pair: this.wanted.pair, ready: wantsOne ? this.unready.pop() : null,
                          poses: packed(poses), range };
        this.wanted = { parts: new Set(), pair: null };
        this.send();
    }

    send() {
        this.isBusy = true;
        if (this.slow === undefined) this.slow = setTimeout(() => this.sayWaiting(), SLOW);
        if (this.worker === undefined && this.wantsWorker) this.open();
        if (this.worker) this.worker.postMessage(this.question);
        else if (this.question.ready !== null) setTimeout(() => this.answerHere(), 0);
        else this.answerHere();
    }

    answerHere() {
        let found = null;
        try {
            found = this.verdicts.answer(this.question);
            this.slowInRow = found.milliseconds > FRAME ? this.slowInRow + 1 : 0;
            if (this.slowInRow >= SLOW_IN_ROW) this.wantsWorker = true;
        } catch (error) {
            found = { trouble: error.message };
        }
        this.take(found);
    }

    take(found) {
        const wasReady = this.question.ready !== null;
        this.isBusy = false;
        this.readyCount = found.readyCount ?? this.readyCount;
        if (this.hasQuestion || (this.wantsReady && this.unready.length > 0)) {
            if (this.slow === null) this.sayWaiting();
        } else {
            clearTimeout(this.slow);
            this.slow = undefined;
            this.waiting(null);
        }
        // A later query reports parts that could not be prepared.
        if (!wasReady) this.answered(found);
        this.next();
    }

    sayWaiting() {
        this.slow = null;
        this.waiting(this.readyCount < this.count ? `Preparing part ${this.readyCount + 1} of ${this.count}…` : 'Computing…');
    }

    // ---- The worker ----

    open() {
        this.worker = null;
        if (typeof WORKER_TEXT !== 'string' || typeof Worker !== 'function') return;
        try {
            const address = URL.createObjectURL(new Blob([WORKER_TEXT], { type: 'text/javascript' }));
            this.worker = new Worker(address);
            URL.revokeObjectURL(address);
            this.worker.onmessage = ({ data }) => this.hear(data);
            this.worker.onerror = (event) => this.lose(event);
            this.worker.onmessageerror = () => this.lose();
            this.worker.postMessage({ module: this.module, data: dataForWorker(this.verdicts.data) });
        } catch {
            this.worker = null;
        }
    }

    hear(found) {
        if (found.isOpen) return;
        if (found.isLost) this.lose();
        else this.take(found);
    }

    // If the worker fails, the page answers its query.
    lose(event) {
        event?.preventDefault();
        if (!this.worker) return;
        this.worker.terminate();
        this.worker = null;
        if (this.isBusy) this.answerHere();
    }
}

function packed(poses) {
    const out = new Float64Array(12 * poses.length);
    poses.forEach((pose, k) => out.set(pose, 12 * k));
    return out;
}

// The part of the page's data that queries need.
function dataForWorker(data) {
    return {
        clearance: data.clearance,
        meshes: data.meshes,
        parts: data.parts.map(({ mesh, piece }) => ({ mesh, piece })),
        pairs: data.pairs.map(({ a, b, kind, clash, clearance }) => ({ a, b, kind, clash, clearance })),
        ignored: data.ignored,
        pairOf: data.pairOf,
    };
}
