// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// Answers queries beside the page, in a worker: asker.js starts it, and only asker.js talks to it. The first
// message has the module and the data, each later one a query.

import { loadFarkas } from './farkas.js';
import { Verdicts } from './verdicts.js';

let verdicts = null;

async function answer(message) {
    if (message.module) {
        verdicts = new Verdicts(await loadFarkas(message.module), message.data);
        return { isOpen: true };
    }
    const found = verdicts.answer(message);
    // The module has its own copy.
    for (const k of verdicts.meshHandles.keys()) verdicts.data.meshes[k] = { box: verdicts.data.meshes[k].box };
    return found;
}

self.onmessage = async ({ data }) => {
    try {
        self.postMessage(await answer(data));
    } catch (error) {
        self.postMessage({ trouble: error.message, isLost: verdicts === null });
    }
};
