/** Maximum length of a bulletin with its tags, as it is stored. */
export const BULLETIN_HTML_MAX = 2000

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', nbsp: '\u00a0' }

/** Removes the tags of a line of HTML, also one that is cut. */
const toWords = (html: string) =>
  html
    .replace(/<[^>]*(?:>|$)/g, '')
    .replace(/&(lt|gt|quot|amp|nbsp);/g, (_whole, name: string) => ENTITIES[name] ?? '')
    .trim()

/** Counts the characters of a bulletin that readers see. */
export const countBulletin = (html: string): number => toWords(html).length

/** Matches a link with its address and its words. */
const LINK = /<a\s[^>]*?href=(["'])([^"'<>]*)\1[^>]*>(.*?)<\/a>/gi

/** Describes a bulletin without tags: links and bold words are named in brackets. */
export function describeBulletin(html: string): string {
  return toWords(html.replace(LINK, '$3（链接到 $2）').replace(/<(b|strong)>(.*?)<\/\1>/gi, '$2（加粗）'))
}

/** Lists the links of a bulletin to pages of this site. */
export const listBulletinLinks = (html: string): string[] =>
  [...html.matchAll(/<a\s[^>]*?href=(["'])(\/[^"'<>]*)\1/gi)].map(([, , to = '']) => toWords(to))

/** Removes the links of a bulletin to these addresses; their words stay. */
export const dropBulletinLinks = (html: string, addresses: readonly string[]): string =>
  html.replace(LINK, (link, _quote, to: string, words: string) => (addresses.includes(toWords(to)) ? words : link))
