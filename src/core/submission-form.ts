/**
 * The fields of the form that hold several values: as separate inputs of one name, or as lines of a
 * text.
 */
const lists = new Set(['tool_slugs', 'audience_tags'])
const lineLists = new Set(['custom_tools', 'agent_tools_used', 'supporting_links'])

/**
 * What the browser form sends, as the body of POST /submit. Empty fields are left out;
 * `submission_id` is not part of it.
 */
export function bodyFromForm(form: URLSearchParams): Record<string, string | string[]> {
  const names = [...new Set(form.keys())].filter((name) => name !== 'submission_id')
  const entries = names.map((name): [string, string | string[]] => {
    if (lists.has(name)) return [name, form.getAll(name)]
    const text = form.get(name) ?? ''
    return [name, lineLists.has(name) ? linesOf(text) : text]
  })
  return Object.fromEntries(entries.filter(([, value]) => value.length > 0))
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/).flatMap((line) => line.trim() || [])
}
