// An idle thread that only measures how late its timer is: such delays are the machine's, not the recorder's.

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
