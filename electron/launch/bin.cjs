#!/usr/bin/env node
// The entry point of `misfire`. Avoids newer syntax, so that an old Node can still report that it is too old.
'use strict';

var parts = process.versions.node.split('.').map(Number);
var isEnough = parts[0] > 22 || (parts[0] === 22 && parts[1] >= 13);
var warn = process.emitWarning;

/** Hides the warning of some Node versions that their SQLite is experimental: users cannot act on it. */
function warnQuietly(warning, type, code, maker) {
  if (!/^SQLite is an experimental feature/.test(String(warning))) warn.call(process, warning, type, code, maker);
}

if (isEnough) {
  process.emitWarning = warnQuietly;
  // Kept next to the program: who may write there may change the program too.
  require('node:module').enableCompileCache(require('node:path').join(__dirname, 'compiled'));
  import('./cli.js').catch((problem) => {
    console.error(problem);
    process.exitCode = 2;
  });
} else {
  process.stderr.write(
    'misfire: This is Node ' +
      process.versions.node +
      ', and Misfire needs 22.13 or newer, which has the database that the log is kept in.\n' +
      'Get a newer one from https://nodejs.org, or use the desktop app, which brings its own.\n',
  );
  process.exitCode = 2;
}
