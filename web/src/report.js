// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// Starts the page of a report: the table first, which needs nothing else; then the 3D view, if there is WebGL; in it the
// timeline and moving a part, if WebAssembly may run. The page says what is missing, and where.

import { readData, readModule } from './data.js';
import { element } from './elements.js';
import { compileFarkas, loadFarkas } from './farkas.js';
import { simpleMotion } from './motion.js';
import { listenToPointer, orbitByKey, SIDES } from './orbit.js';
import { Session } from './session.js';
import { svgElement } from './overlay.js';
import { Table } from './table.js';
import { Timeline } from './timeline.js';
import { makeCaption, makeLegend, makeToolbar, showLegend } from './toolbar.js';
import { Verdicts } from './verdicts.js';

async function start() {
    document.documentElement.classList.add('live');
    const page = { session: null, table: null, timeline: null };
    const pairs = document.getElementById('pairs');
    if (pairs?.tBodies?.length)
        page.table = new Table(pairs, document.getElementById('filter'), (pair, isMeant) => choose(page, pair, isMeant));
    const box = document.getElementById('view');
    const data = readData(document);
    // Without meshes, because the files of a result are gone, there is nothing to show.
    if (!box || !data?.meshes.length) return;
    const { library, reason } = await loadLibrary(data);
    try {
        openView(page, box, data, library, reason);
    } catch (error) {
        box.querySelector('.view-live')?.remove();
        box.classList.remove('is-live');
        box.append(element('p', { class: 'view-trouble', role: 'status' },
                           `The 3D view needs WebGL, which this browser does not give: ${error.message}`));
        return;
    }
    addSectionButtons(page);
    listenToKeys(page);
    chooseFromAddress(page);
    // For tests, and for curious users.
    window.farkasReport = page;
}

// {library, reason}: without a library, the reason.
async function loadLibrary(data) {
    const bytes = readModule(document);
    if (!bytes) return { library: null, reason: 'Parts cannot be moved: this page was written without the library.' };
    try {
        const module = await compileFarkas(bytes);
        return { library: { module, verdicts: new Verdicts(await loadFarkas(module), data) }, reason: null };
    } catch (error) {
        return { library: null, reason: `Parts cannot be moved: ${error.message}` };
    }
}

function openView(page, box, data, library, reason) {
    const canvas = element('canvas', { tabindex: 0, role: 'application',
        'aria-label': '3D view. Arrow keys turn, with shift they shift; plus and minus zoom; F shows all, 1 to 7 are sides.' });
    const svg = svgElement('svg', { class: 'overlay', 'aria-hidden': 'true' });
    const stage = element('div', { class: 'view-box' }, canvas, svg);
    const root = element('div', { class: 'view-live' }, stage);
    box.append(root);
    box.classList.add('is-live');
    const motion = data.frames?.length ? library?.verdicts.motion ?? simpleMotion(data.frames, data.tracks ?? []) : null;
    let shown = () => {};
    const session = new Session({ canvas, svg, data, library, motion, shown: () => shown() });
    page.session = session;
    const toolbar = makeToolbar(session, { cannotMove: reason });
    const caption = makeCaption(session, { step: (by) => page.table?.walk(by, true), clear: () => clear(page) });
    const legend = makeLegend(session.isSweep);
    root.prepend(toolbar.root);
    root.append(toolbar.section, caption.root);
    stage.append(legend, session.mover.root);
    if (session.isSweep && data.span) {
        page.timeline = new Timeline(data, (time) => session.setTime(time));
        page.timeline.set(session.time, false);
        root.append(page.timeline.root);
    }
    page.toolbar = toolbar;
    shown = () => {
        caption.show();
        showLegend(legend, session);
    };
    shown();
    listenToPointer(canvas, session.view.orbit, {
        take: (event) => session.mover.press(event),
        click: (event) => pressPart(page, event),
    });
}

// A press on a part selects it; a press beside all parts selects nothing.
function pressPart(page, event) {
    const { session } = page;
    const hit = session.view.pick(event.clientX, event.clientY);
    session.select(hit ? hit.part : null);
}

// ---- The selected pair --------------------------------------------------------------------------------------

function choose(page, pair, isMeant) {
    const { session, timeline, table } = page;
    if (!session) return;
    timeline?.pause();
    session.selectPair(pair);
    timeline?.set(session.time, false);
    timeline?.mark(pair);
    table?.mark(pair);
    if (isMeant) showView();
}

function clear(page) {
    page.session.part = null;
    page.session.selectPair(null);
    page.timeline?.mark(null);
    page.table?.mark(null);
}

// Scrolls to the view unless most of it is visible.
function showView() {
    const box = document.getElementById('view');
    const { top, bottom } = box.getBoundingClientRect();
    const seen = Math.min(bottom, window.innerHeight) - Math.max(top, 0);
    if (seen < Math.min(bottom - top, window.innerHeight) * 0.6) box.scrollIntoView({ block: 'center' });
}

// The sections of clashes get a button that shows them in the view.
function addSectionButtons(page) {
    for (const section of document.querySelectorAll('section[data-pair], article[data-pair]')) {
        const made = element('button', { type: 'button', class: 'show-in-view' }, 'Show in 3D');
        made.addEventListener('click', () => choose(page, Number(section.dataset.pair), true));
        (section.querySelector('h2, h3, h4') ?? section).append(' ', made);
    }
}

// If the address names a clash, the page shows it.
function chooseFromAddress(page) {
    const section = document.querySelector('[id^="clash-"]:target');
    if (section?.dataset.pair !== undefined) choose(page, Number(section.dataset.pair), false);
}

// ---- Keys ---------------------------------------------------------------------------------------------------

function listenToKeys(page) {
    document.addEventListener('keydown', (event) => {
        if (event.defaultPrevented || event.ctrlKey || event.metaKey) return;
        const { session, toolbar } = page;
        const isInView = event.target === session.view.canvas;
        if (isInView && (session.mover.key(event) || orbitByKey(session.view.orbit, event, session.view.size.height))) {
            session.mover.show();
            event.preventDefault();
            return;
        }
        if (event.altKey || event.target.closest?.('input, select, textarea')) return;
        const key = event.key.toLowerCase();
        if (key === 'j' || key === 'n') page.table?.walk(1, true);
        else if (key === 'k' || key === 'p') page.table?.walk(-1, true);
        else if (key === 'escape') clear(page);
        else if (key === ' ' && isInView && page.timeline) page.timeline.play.click();
        else if (isInView && Object.keys(SIDES)[Number(key) - 1]) session.fit(Object.keys(SIDES)[Number(key) - 1]);
        else if (isInView && toolbar.keys[key] && !toolbar.keys[key].disabled) toolbar.keys[key].click();
        else return;
        event.preventDefault();
    });
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
else start();
