// Sentences with placeholders, as dialects write them: `{server} has no tool called {target}`. Only splits them; explain.ts fills the
// placeholders.

// Dialects bring a few hundred templates; the bound is for users who edit theirs all day.
const mostTemplates = 2000;
const templates = new Map<string, readonly string[]>();

/** A template, split once: text, name, text, name, text. */
export function partsOf(template: string): readonly string[] {
  const known = templates.get(template);
  if (known !== undefined) return known;
  const parts = template.split(/\{([A-Za-z_]{1,40})\}/);
  if (templates.size >= mostTemplates) templates.clear();
  templates.set(template, parts);
  return parts;
}
