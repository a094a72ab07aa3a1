/**
 * What somebody typed as plain text, so that an upstream that reads it as HTML keeps all of it: `a<b` would lose its
 * end as an unfinished tag. Escaping does not help, because the family's upstreams throw entities away (fact sheet 4.5).
 */
export function toUpstreamText(typed: string): string {
  return typed.trim().replace(/<(?=[a-z/!?])/gi, '＜')
}
