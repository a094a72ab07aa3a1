/**
 * Makes typed text safe for upstreams that parse it as HTML: `a<b` would lose its end as an unfinished tag. Escaping does
 * not help, because they drop entities.
 */
export function toUpstreamText(typed: string): string {
  return typed.trim().replace(/<(?=[a-z/!?])/gi, '＜')
}

/** Shows the sign as it was typed, in sanitised HTML: as an entity it begins no element. */
export const toTypedText = (html: string) => html.replace(/＜(?=[a-z/!?])/gi, '&lt;')
