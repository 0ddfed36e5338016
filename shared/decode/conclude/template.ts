// Sentences with gaps for names, as dialects write them: `{server} has no tool called {target}`.
// Only cuts them up; what goes into a gap is explain.ts's to say.

// Dialects bring some hundreds of templates; the bound is for people who edit theirs all day.
const mostTemplates = 2000;
const templates = new Map<string, readonly string[]>();

/** A template cut up once: text, name, text, name, text. */
export function partsOf(template: string): readonly string[] {
  const known = templates.get(template);
  if (known !== undefined) return known;
  const parts = template.split(/\{([A-Za-z_]{1,40})\}/);
  if (templates.size >= mostTemplates) templates.clear();
  templates.set(template, parts);
  return parts;
}
