// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// The table of pairs: a press on a column sorts it, text, kind and review filter it, and keys move through it. It works
// without the 3D view.

import { element } from './elements.js';

const KIND_ORDER = ['duplicate', 'contained', 'hard', 'contact', 'clearance', 'undecided', 'clear'];
const REVIEW_ORDER = ['new', 'active', 'approved', 'resolved'];

export class Table {
    // `selected(pair, isMeant)`: a row was selected; isMeant if it was pressed, not only passed by keys.
    constructor(table, bar, selected) {
        this.table = table;
        this.body = table.tBodies[0];
        this.rows = [...this.body.rows].filter((row) => row.dataset.pair !== undefined);
        this.order = new Map(this.rows.map((row, k) => [row, k]));
        this.selectedRow = null;
        this.selected = selected;
        this.text = '';
        this.off = new Set(); // chips that are off, as "kind hard"
        if (bar) this.fillBar(bar);
        this.addSorting();
        this.addRows();
        this.filter();
    }

    // ---- Sorting ----

    addSorting() {
        for (const head of this.table.querySelectorAll('th[data-sort]')) {
            const button = element('button', { type: 'button', class: 'sort' });
            button.append(...head.childNodes);
            head.append(button);
            head.setAttribute('aria-sort', 'none');
            button.addEventListener('click', () => this.sortBy(head));
        }
    }

    // Up, down, and back to the original order.
    sortBy(head) {
        const next = { none: 'ascending', ascending: 'descending', descending: 'none' };
        const direction = next[head.getAttribute('aria-sort')];
        for (const other of this.table.querySelectorAll('th[data-sort]')) other.setAttribute('aria-sort', 'none');
        head.setAttribute('aria-sort', direction);
        const isNumber = head.dataset.sort === 'number';
        const keys = new Map(this.rows.map((row) => [row, sortKey(row.cells[head.cellIndex], isNumber)]));
        const sign = direction === 'descending' ? -1 : 1;
        this.rows.sort((a, b) => (direction === 'none' ? 0 : compare(keys.get(a), keys.get(b), sign)) ||
                                 this.order.get(a) - this.order.get(b));
        this.body.append(...this.rows);
    }

    // ---- Filters ----

    fillBar(bar) {
        this.search = element('input', { type: 'search', placeholder: 'Filter by name', 'aria-label': 'Filter pairs by name' });
        this.search.addEventListener('input', () => {
            this.text = this.search.value.trim().toLowerCase();
            this.filter();
        });
        this.count = element('span', { class: 'count', role: 'status' });
        bar.append(this.search, this.chips('kind', 'Kinds', KIND_ORDER), this.chips('review', 'Reviews', REVIEW_ORDER),
                   this.count);
        bar.hidden = false;
    }

    // Makes a button for each word of that kind in the rows, with its count; none without a choice.
    chips(key, label, order) {
        const counts = new Map();
        for (const row of this.rows) {
            const word = row.dataset[key];
            if (word) counts.set(word, (counts.get(word) ?? 0) + 1);
        }
        const group = element('span', { class: 'chips', role: 'group', 'aria-label': label });
        const isChoice = counts.size > 1 || (key === 'review' && counts.size > 0);
        group.hidden = !isChoice;
        if (!isChoice) return group;
        const rank = (word) => (order.indexOf(word) < 0 ? order.length : order.indexOf(word));
        for (const word of [...counts.keys()].sort((a, b) => rank(a) - rank(b))) {
            const chip = element('button', { type: 'button', class: `chip ${key}-${word}`, 'aria-pressed': 'true' });
            chip.append(word, ' ', element('b', {}, String(counts.get(word))));
            chip.addEventListener('click', () => this.pressChip(chip, `${key} ${word}`));
            group.append(chip);
        }
        return group;
    }

    pressChip(chip, name) {
        if (this.off.has(name)) this.off.delete(name);
        else this.off.add(name);
        chip.setAttribute('aria-pressed', String(!this.off.has(name)));
        this.filter();
    }

    isShown(row) {
        if (this.off.has(`kind ${row.dataset.kind}`)) return false;
        if (row.dataset.review && this.off.has(`review ${row.dataset.review}`)) return false;
        return !this.text || row.textContent.toLowerCase().includes(this.text);
    }

    filter() {
        let shown = 0;
        for (const row of this.rows) {
            row.hidden = !this.isShown(row);
            if (!row.hidden) shown++;
        }
        if (this.count)
            this.count.textContent = shown === this.rows.length ? `${shown} ${shown === 1 ? 'pair' : 'pairs'}`
                                                                : `${shown} of ${this.rows.length} pairs`;
        this.updateTabStop();
    }

    // ---- Rows ----

    addRows() {
        this.body.addEventListener('click', (event) => {
            const row = event.target.closest('tr[data-pair]');
            if (row && !event.target.closest('a, button')) this.pick(row, true);
        });
        this.body.addEventListener('keydown', (event) => {
            const row = event.target.closest('tr[data-pair]');
            if (!row || event.target !== row || event.altKey || event.ctrlKey || event.metaKey) return;
            if (event.key === 'Enter' || event.key === ' ') this.pick(row, true);
            else if (event.key === 'ArrowDown') this.walk(1);
            else if (event.key === 'ArrowUp') this.walk(-1);
            else if (event.key === 'Home') this.walk(-Infinity);
            else if (event.key === 'End') this.walk(Infinity);
            else return;
            event.preventDefault();
        });
    }

    // Moves by visible rows, from the one that is selected or has the focus.
    walk(by, keepsFocus = false) {
        const shown = this.rows.filter((row) => !row.hidden);
        if (shown.length === 0) return;
        const from = this.selectedRow ?? (document.activeElement?.closest?.('tr[data-pair]') || null);
        const now = shown.indexOf(from);
        const next = now < 0 ? (by > 0 ? 0 : shown.length - 1) : Math.max(0, Math.min(shown.length - 1, now + by));
        if (!keepsFocus) shown[next].focus({ preventScroll: true });
        this.pick(shown[next], false);
    }

    pick(row, isMeant) {
        this.mark(Number(row.dataset.pair));
        this.selected(Number(row.dataset.pair), isMeant);
    }

    // Shows which pair is selected; null: none.
    mark(pair) {
        this.selectedRow?.removeAttribute('aria-current');
        this.selectedRow = this.rows.find((row) => Number(row.dataset.pair) === pair) ?? null;
        this.selectedRow?.setAttribute('aria-current', 'true');
        this.selectedRow?.scrollIntoView({ block: 'nearest' });
        this.updateTabStop();
    }

    // The tab key reaches one row; from there arrows continue.
    updateTabStop() {
        for (const row of this.rows) row.tabIndex = -1;
        const stop = this.selectedRow && !this.selectedRow.hidden ? this.selectedRow : this.rows.find((row) => !row.hidden);
        if (stop) stop.tabIndex = 0;
    }
}

function sortKey(cell, isNumber) {
    if (!cell) return null;
    const text = (cell.dataset.value ?? cell.textContent).trim();
    if (!isNumber) return text === '' ? null : text;
    const value = Number.parseFloat(text);
    return Number.isNaN(value) ? null : value;
}

// Unknown values come last in both directions. Names with numbers are sorted by the numbers.
const inWords = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function compare(a, b, sign) {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (typeof a === 'number' ? a - b : inWords.compare(a, b));
}
