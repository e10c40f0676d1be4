// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// A browser for tests: Chromium by chromedriver, which speaks W3C WebDriver over HTTP. Keys and presses are those of a
// user, not calls of the page's script.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const DRIVERS = ['/usr/bin/chromedriver', '/usr/lib/chromium-browser/chromedriver'];
const FLAGS = ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage', '--hide-scrollbars', '--force-color-profile=srgb',
               '--force-device-scale-factor=1', '--force-prefers-reduced-motion', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

export const KEYS = { enter: '\uE007', escape: '\uE00C', left: '\uE012', up: '\uE013', right: '\uE014', down: '\uE015',
                      tab: '\uE004', space: ' ' };

// What is missing to run a browser, or null.
export function missing() {
    if (!BROWSERS.some(existsSync)) return 'chromium is not installed';
    if (!DRIVERS.some(existsSync)) return 'chromedriver (chromium-driver) is not installed';
    return null;
}

// Starts the driver, and gives what it answers at.
function startDriver() {
    const child = spawn(DRIVERS.find(existsSync), ['--port=0'], { stdio: ['ignore', 'pipe', 'ignore'] });
    return new Promise((resolve, reject) => {
        let said = '';
        child.on('error', reject);
        child.on('exit', () => reject(new Error(`chromedriver ended: ${said}`)));
        child.stdout.on('data', (data) => {
            said += data;
            const port = /successfully on port (\d+)/.exec(said)?.[1];
            if (port) resolve({ child, address: `http://127.0.0.1:${port}` });
        });
    });
}

export async function openBrowser({ flags = [] } = {}) {
    const { child, address } = await startDriver();
    const browser = new Browser(child, address);
    try {
        await browser.begin(flags);
    } catch (error) {
        child.kill();
        throw error;
    }
    return browser;
}

class Browser {
    constructor(child, address) {
        this.child = child;
        this.address = address;
    }

    async begin(flags) {
        const options = { binary: BROWSERS.find(existsSync), args: [...FLAGS, ...flags] };
        const capabilities = { alwaysMatch: { browserName: 'chrome', 'goog:chromeOptions': options,
                                              'goog:loggingPrefs': { browser: 'ALL' } } };
        const session = await this.call('POST', '/session', { capabilities });
        this.address += `/session/${session.sessionId}`;
    }

    async call(method, path, body) {
        const answer = await fetch(this.address + path, { method, body: body && JSON.stringify(body) });
        const { value } = await answer.json();
        if (value?.error) throw new Error(`${path}: ${value.error}: ${value.message.split('\n')[0]}`);
        return value;
    }

    async close() {
        await this.call('DELETE', '').catch(() => {});
        this.child.removeAllListeners('exit');
        this.child.kill();
    }

    // What Chromium can do beyond the standard.
    chrome(cmd, params = {}) {
        return this.call('POST', '/goog/cdp/execute', { cmd, params });
    }

    resize(width, height) {
        return this.chrome('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
    }

    allowScripts(isAllowed) {
        return this.chrome('Emulation.setScriptExecutionDisabled', { value: !isAllowed });
    }

    visit(url) {
        return this.call('POST', '/url', { url });
    }

    open(file) {
        return this.visit(`file://${file}`);
    }

    // Runs a function in the page.
    run(work, ...args) {
        return this.call('POST', '/execute/sync', { script: `return (${work}).apply(null, arguments)`, args });
    }

    // Waits until a function in the page gives something true.
    async until(what, work, ...args) {
        for (let waited = 0; waited < 200; waited++) {
            const value = await this.run(work, ...args);
            if (value) return value;
            await new Promise((resolve) => setTimeout(resolve, 50));
        }
        throw new Error(`waited in vain until ${what}`);
    }

    async find(selector) {
        const found = await this.call('POST', '/element', { using: 'css selector', value: selector });
        return found[ELEMENT];
    }

    async press(selector) {
        await this.call('POST', `/element/${await this.find(selector)}/click`, {});
    }

    async type(selector, text) {
        await this.call('POST', `/element/${await this.find(selector)}/value`, { text });
    }

    async text(selector) {
        return this.run((name) => document.querySelector(name)?.textContent ?? null, selector);
    }

    // A key to whatever has the focus.
    async key(...keys) {
        const actions = keys.flatMap((value) => [{ type: 'keyDown', value }, { type: 'keyUp', value }]);
        await this.call('POST', '/actions', { actions: [{ type: 'key', id: 'keys', actions }] });
    }

    // A mouse that presses at the first of these points of the window, goes through the others and lets go; a small
    // wait after each, so that the page can answer.
    async drag(points, wait = 40) {
        const actions = [];
        points.forEach(([x, y], k) => {
            actions.push({ type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y) });
            if (k === 0) actions.push({ type: 'pointerDown', button: 0 });
            actions.push({ type: 'pause', duration: wait });
        });
        actions.push({ type: 'pointerUp', button: 0 });
        const source = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions };
        await this.call('POST', '/actions', { actions: [source] });
    }

    // Fingers that go together: a list of points for each, all of the same length.
    async touch(fingers) {
        const at = (k) => fingers.map((points, id) => ({ x: points[k][0], y: points[k][1], id }));
        await this.chrome('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
        for (let k = 1; k < fingers[0].length; k++)
            await this.chrome('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(k) });
        await this.chrome('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    }

    async screenshot() {
        return Buffer.from(await this.call('GET', '/screenshot'), 'base64');
    }

    async print() {
        return Buffer.from(await this.call('POST', '/print', { background: true }), 'base64');
    }

    // What the page has complained about since it was asked last.
    async complaints() {
        const entries = await this.call('POST', '/se/log', { type: 'browser' });
        return entries.filter(({ level }) => level === 'SEVERE').map(({ message }) => message);
    }
}
