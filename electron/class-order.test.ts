// Guards the styles: an element with classes of two files gets no property from both. Which of them wins would depend on the order in which
// the files are bundled. The same holds for a class and the one that it composes.

import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** The properties that each class sets in a rule of its own, in any media query. Rules with states and elements are more specific. */
function propertiesOf(css: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [, selectors = '', body = ''] of css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]+)\{([^{}]*)\}/g)) {
    for (const selector of selectors.split(',').map((part) => part.trim())) {
      const [, name] = /^\.([\w-]+)$/.exec(selector) ?? [];
      if (name === undefined) continue;
      const own = found.get(name) ?? new Set();
      for (const line of body.split(';')) {
        const [property = '', value] = line.split(':');
        if (value !== undefined && property.trim() !== 'composes') own.add(property.trim());
      }
      found.set(name, own);
    }
  }
  return found;
}

/** Components that add the class they are given to one of their own. */
const bases: Record<string, [string, string]> = {
  Button: ['renderer/components/button.module.css', 'button'],
  Select: ['renderer/components/field.module.css', 'select'],
  TextField: ['renderer/components/field.module.css', 'input'],
  TextArea: ['renderer/components/field.module.css', 'input'],
};

/** The name of each element with `className={…}`, and that up to its closing brace. */
function classNames(source: string): { element: string; text: string }[] {
  return [...source.matchAll(/className=\{/g)].map(({ index }) => {
    const [, element = ''] = /^(\w+)/.exec(source.slice(source.lastIndexOf('<', index) + 1, index)) ?? [];
    let depth = 0;
    for (let at = index + 'className='.length; at < source.length; at += 1) {
      if (source[at] === '{') depth += 1;
      if (source[at] === '}') depth -= 1;
      if (depth === 0) return { element, text: source.slice(index, at + 1) };
    }
    return { element, text: '' };
  });
}

function conflicts(source: string, read: (path: string) => string): string[] {
  const sheets = new Map<string, Map<string, Set<string>>>();
  for (const [, name = '', path = ''] of source.matchAll(/import (\w+) from '([^']+\.module\.css)'/g))
    sheets.set(name, propertiesOf(read(path)));
  const used = /\b(\w+)\.(\w+)\b/g;
  return classNames(source).flatMap(({ element, text }) => {
    const classes = [...text.matchAll(used)].flatMap(([said, sheet = '', name = '']) => {
      const properties = sheets.get(sheet)?.get(name);
      return properties ? [{ said, sheet, properties }] : [];
    });
    const [path, base] = bases[element] ?? [];
    if (path !== undefined && base !== undefined) {
      const properties = propertiesOf(readFileSync(join(root, path), 'utf8')).get(base) ?? new Set();
      classes.unshift({ said: element, sheet: path, properties });
    }
    return classes.flatMap((one, place) =>
      classes.slice(place + 1).flatMap((other) => {
        if (one.sheet === other.sheet) return [];
        const both = [...one.properties].filter((property) => other.properties.has(property));
        return both.map((property) => `${one.said} and ${other.said}: ${property}`);
      }),
    );
  });
}

function setAgain(css: string, read: (path: string) => string): string[] {
  const own = propertiesOf(css);
  const composing = /([^{};]+)\{[^{}]*composes:\s*(\w+) from "([^"]+)"/g;
  return [...css.matchAll(composing)].flatMap(([, selectors = '', composed = '', path = '']) => {
    const theirs = propertiesOf(read(path)).get(composed) ?? new Set();
    return [...selectors.matchAll(/\.([\w-]+)/g)].flatMap(([, name = '']) =>
      [...theirs].filter((property) => own.get(name)?.has(property)).map((property) => `${name}: ${property}`),
    );
  });
}

test('no element gets a property from classes of two files', () => {
  const files = globSync('renderer/**/*.tsx', { cwd: root });
  expect(files.length).toBeGreaterThan(150);
  const found = files.flatMap((file) =>
    conflicts(readFileSync(join(root, file), 'utf8'), (path) =>
      readFileSync(join(root, dirname(file), path), 'utf8'),
    ).map((line) => `${file}: ${line}`),
  );
  expect(found).toEqual([]);
});

test('no class sets a property again that it composes', () => {
  const files = globSync('renderer/**/*.module.css', { cwd: root });
  expect(files.length).toBeGreaterThan(80);
  const found = files.flatMap((file) =>
    setAgain(readFileSync(join(root, file), 'utf8'), (path) =>
      readFileSync(join(root, dirname(file), path), 'utf8'),
    ).map((line) => `${file}: ${line}`),
  );
  expect(found).toEqual([]);
});

test('the guard names the classes and the property', () => {
  const source = `import list from './list.module.css';\nimport styles from './own.module.css';
    <div className={\`\${list.pane} \${styles.wide}\`}><b className={styles.pane} /></div>
    <Button onClick={() => open()} className={styles.low}>`;
  const sheets: Record<string, string> = {
    './list.module.css': '.pane { display: grid; gap: 4px } .pane:hover { color: red }',
    './own.module.css':
      '@media print { .wide, .other { gap: 8px; } } .wide:hover { display: none } .low { min-height: 0 }',
  };
  expect(conflicts(source, (path) => sheets[path] ?? '')).toEqual([
    'list.pane and styles.wide: gap',
    'Button and styles.low: min-height',
  ]);
  const composing = '.wide { composes: pane from "./list.module.css"; } @media print { .wide { display: block } }';
  expect(setAgain(composing, (path) => sheets[path] ?? '')).toEqual(['wide: display']);
});
