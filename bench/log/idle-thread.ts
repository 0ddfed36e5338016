// A thread that has nothing to do but notice how late its own timer is: what it waits for is the machine's doing, not the recorder's.

import { parentPort } from 'node:worker_threads';

let longest = 0;
let last = performance.now();
const timer = setInterval(() => {
  const now = performance.now();
  longest = Math.max(longest, now - last - 1);
  last = now;
}, 1);
parentPort?.once('message', () => {
  clearInterval(timer);
  parentPort?.postMessage(longest);
});
