// Runs generated code before anyone sees it: TypeScript in a worker without anything around it, Python in a process of its
// own, both with a time limit. Code that cannot be run here is not shown.

import { spawn } from 'node:child_process';
import * as nodeModule from 'node:module';
import { Worker } from 'node:worker_threads';
import type { RuleLanguage } from '../../../shared/compare/compared.ts';
import type { RuleText } from '../../../shared/compare/rule-code.ts';
import type { RuleCase } from '../../../shared/compare/rule-features.ts';

/** One answer a case, or why it could not be run, in one sentence. */
export type Checked = { ok: true; answers: boolean[] } | { ok: false; problem: string };

const limitMs = 5_000;
const outputLimit = 10_000_000;

export function runRule(language: RuleLanguage, rule: RuleText, cases: readonly RuleCase[]): Promise<Checked> {
  return language === 'typescript' ? runTypeScript(rule, cases) : runPython(rule, cases);
}

/** Since Node 22.13, and not in every Electron. Without it the same code is run as it was before the types were put in. */
const stripTypes = (nodeModule as { stripTypeScriptTypes?: (code: string) => string }).stripTypeScriptTypes;

const workerCode = `
const { parentPort, workerData } = require('node:worker_threads');
const vm = require('node:vm');
const { code, name, cases, limitMs } = workerData;
const context = vm.createContext(Object.create(null), { codeGeneration: { strings: false, wasm: false } });
const script = new vm.Script(code + '\\n;JSON.stringify(JSON.parse(cases).map((one) => ' + name + '(one) === true))');
context.cases = cases;
parentPort.postMessage(script.runInContext(context, { timeout: limitMs }));
`;

async function runTypeScript({ code, bare, name }: RuleText, cases: readonly RuleCase[]): Promise<Checked> {
  let script: string;
  try {
    script = (stripTypes ? stripTypes(code) : bare).replace(/^export /gm, '');
  } catch (error) {
    return { ok: false, problem: `The code could not be compiled: ${(error as Error).message}` };
  }
  const worker = new Worker(workerCode, {
    eval: true,
    workerData: { code: script, name, cases: JSON.stringify(cases), limitMs },
    env: {},
    stdin: false,
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Checked>((resolve) => {
      timer = setTimeout(() => resolve({ ok: false, problem: 'The code took too long.' }), limitMs * 2);
      worker.once('message', (text: string) => resolve({ ok: true, answers: JSON.parse(text) as boolean[] }));
      worker.once('error', (error) => resolve({ ok: false, problem: `The code failed: ${(error as Error).message}` }));
      worker.once('exit', () => resolve({ ok: false, problem: 'The code ended early.' }));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

const pythonRunner = `
import json, sys
given = json.loads(sys.stdin.buffer.read().decode("utf-8", "surrogatepass"))
space = {}
exec(compile(given["code"], "rule.py", "exec"), space)
rule = space[given["name"]]
print(json.dumps([rule(one) is True for one in given["cases"]]))
`;

function runPython({ code, name }: RuleText, cases: readonly RuleCase[]): Promise<Checked> {
  return new Promise((resolve) => {
    const command = process.platform === 'win32' ? 'python' : 'python3';
    // -I: nothing of the person's own paths or settings; -S: nothing installed either.
    const child = spawn(command, ['-I', '-S', '-c', pythonRunner], { stdio: ['pipe', 'pipe', 'pipe'] });
    const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
    let output = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (output.length < outputLimit) output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (errors.length < 10_000) errors += text;
    });
    child.stdin.on('error', () => {});
    child.once('error', () => {
      clearTimeout(timer);
      resolve({ ok: false, problem: 'There is no python3 here to check the code with, so none is shown.' });
    });
    child.once('close', (exitCode) => {
      clearTimeout(timer);
      if (exitCode === 0) resolve({ ok: true, answers: JSON.parse(output) as boolean[] });
      else
        resolve({ ok: false, problem: `The code failed: ${errors.trim().split('\n').at(-1) || 'it took too long'}.` });
    });
    child.stdin.end(JSON.stringify({ code, name, cases }));
  });
}
