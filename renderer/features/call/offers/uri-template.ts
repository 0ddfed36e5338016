// URI templates (RFC 6570) as far as resource templates use them: all operators, prefixes (`:3`) and single text values. One pass over
// any text. Pure.

interface Variable {
  name: string;
  /** Characters to keep; null: all. */
  prefix: number | null;
}

type Part = { text: string } | { operator: string; variables: Variable[] };

const longest = 20_000;

/** The first character, the separator, and whether names are written; section 3.2 and appendix A of the RFC. */
const operators: Record<string, { first: string; between: string; named: boolean; emptyNamed: string; open: boolean }> =
  {
    '': { first: '', between: ',', named: false, emptyNamed: '', open: false },
    '+': { first: '', between: ',', named: false, emptyNamed: '', open: true },
    '#': { first: '#', between: ',', named: false, emptyNamed: '', open: true },
    '.': { first: '.', between: '.', named: false, emptyNamed: '', open: false },
    '/': { first: '/', between: '/', named: false, emptyNamed: '', open: false },
    ';': { first: ';', between: ';', named: true, emptyNamed: '', open: false },
    '?': { first: '?', between: '&', named: true, emptyNamed: '=', open: false },
    '&': { first: '&', between: '&', named: true, emptyNamed: '=', open: false },
  };

function parse(template: string): Part[] {
  const parts: Part[] = [];
  const text = template.slice(0, longest);
  let from = 0;
  while (from < text.length) {
    const open = text.indexOf('{', from);
    const close = open < 0 ? -1 : text.indexOf('}', open);
    if (close < 0) break;
    if (open > from) parts.push({ text: text.slice(from, open) });
    const inside = text.slice(open + 1, close);
    const operator = /^[+#./;?&]/.test(inside) ? inside[0]! : '';
    const variables = inside
      .slice(operator.length)
      .split(',')
      .map((word) => {
        const [name = '', prefix] = word.replace(/\*$/, '').split(':');
        return { name: name.trim(), prefix: prefix !== undefined && /^\d{1,4}$/.test(prefix) ? Number(prefix) : null };
      })
      .filter(({ name }) => name !== '');
    parts.push({ operator, variables });
    from = close + 1;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

/** The names to fill in, each once, in order. */
export function templateNames(template: string): string[] {
  const names = parse(template).flatMap((part) => ('text' in part ? [] : part.variables.map(({ name }) => name)));
  return [...new Set(names)].slice(0, 100);
}

/** Names without a value are omitted, as the RFC defines for undefined ones. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return parse(template)
    .map((part) => {
      if ('text' in part) return part.text;
      const rule = operators[part.operator]!;
      const filled = part.variables.flatMap(({ name, prefix }) => {
        const value = Object.hasOwn(values, name) ? values[name] : undefined;
        if (value === undefined || value === '') return [];
        const kept = prefix === null ? value : [...value].slice(0, prefix).join('');
        const written = rule.open ? encodeOpen(kept) : encodeAll(kept);
        if (!rule.named) return [written];
        return [written === '' ? `${name}${rule.emptyNamed}` : `${name}=${written}`];
      });
      return filled.length === 0 ? '' : rule.first + filled.join(rule.between);
    })
    .join('');
}

/** Everything except unreserved characters. */
function encodeAll(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Reserved and already encoded characters stay unchanged. */
function encodeOpen(text: string): string {
  return encodeURI(text.toWellFormed())
    .replaceAll('%5B', '[')
    .replaceAll('%5D', ']')
    .replace(/%25([0-9A-Fa-f]{2})/g, '%$1');
}
