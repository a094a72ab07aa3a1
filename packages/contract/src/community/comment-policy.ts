/** Which comments wait for approval. The module loads no schemas, because web imports it. */

/** Policies, from the strictest to the mildest. `first`: comments with a link wait too, and so do those of people without an approved one. */
export const COMMENT_POLICIES = {
  all: '全部',
  first: '首次评论的人，和含链接的',
  links: '只审含链接的',
  none: '不审核，命中词除外',
} as const
export type CommentPolicy = keyof typeof COMMENT_POLICIES

/** Policy of a site that has none in its settings. */
export const DEFAULT_POLICY: CommentPolicy = 'none'

/** Why a comment waits. `back`: staff have put an approved one back into the queue. */
export const HOLD_REASONS = {
  all: '全部先审',
  first: '首次评论',
  link: '含链接',
  word: '命中词',
  back: '退回待审',
} as const
export type HoldReason = keyof typeof HOLD_REASONS

/** States of a comment that readers do not see. */
export const HELD_STATES = ['waiting', 'rejected', 'deleted'] as const
export type HeldState = (typeof HELD_STATES)[number]

/** Maximum comments of one decision. */
export const COMMENT_BULK_MAX = 100
/** How long a rejected or deleted comment is stored. */
export const HELD_DAYS = 180

export const COMMENT_WORDS_MAX = 500
export const COMMENT_WORD_MAX = 40

/** Range of characters in a text. */
export interface FoundRange {
  from: number
  to: number
}

/** Endings of addresses that people write without `https://`. */
const ENDINGS =
  'com|cn|net|org|cc|top|xyz|vip|shop|club|info|site|online|store|wang|tv|io|me|biz|app|dev|link|ru|fun|mobi|live|ltd|ink|asia'
const LINK = new RegExp(
  `(?:https?:[/\\\\]{2}|www[.。])[^\\s，、；！？）》]*|[a-z0-9][a-z0-9-]*[.。](?:${ENDINGS})(?![a-z0-9])[^\\s，。、；！？）》]*`,
  'giu',
)

/** Characters that readers do not see, and marks above or below a letter. */
const UNSEEN = /[\p{Mn}\p{Me}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** Makes characters comparable that look alike: full-width, circled, mathematical and accented ones. */
const foldCharacter = (character: string) => character.normalize('NFKD').replace(UNSEEN, '').toLowerCase()

interface FoldedText {
  folded: string
  /** Place in the text of each unit of `folded`. */
  places: readonly FoundRange[]
}

function foldText(text: string, { withBlanks }: { withBlanks: boolean }): FoldedText {
  let folded = ''
  const places: FoundRange[] = []
  let from = 0
  for (const character of text) {
    const to = from + character.length
    const units = foldCharacter(character)
    const kept = withBlanks ? units : units.replace(/\s+/g, '')
    for (let at = 0; at < kept.length; at += 1) places.push({ from, to })
    folded += kept
    from = to
  }
  return { folded, places }
}

const toRange = ({ places }: FoldedText, from: number, length: number): FoundRange => ({
  from: places[from]?.from ?? 0,
  to: places[from + length - 1]?.to ?? 0,
})

/** Normalises a word for comparison: width, case, accents and blanks do not count. */
export const normaliseWord = (word: string): string => foldText(word, { withBlanks: false }).folded

/** Finds the links of a text. */
export function findLinks(text: string): FoundRange[] {
  const folded = foldText(text, { withBlanks: true })
  return [...folded.folded.matchAll(LINK)].map(({ index, 0: found }) => toRange(folded, index, found.length))
}

/** Finds every place of a word, whatever its width, case and blanks are. */
export function findWordPlaces(text: string, word: string): FoundRange[] {
  const folded = foldText(text, { withBlanks: false })
  const normalised = normaliseWord(word)
  const found: FoundRange[] = []
  if (normalised === '') return found
  let at = folded.folded.indexOf(normalised)
  while (at >= 0) {
    found.push(toRange(folded, at, normalised.length))
    at = folded.folded.indexOf(normalised, at + normalised.length)
  }
  return found
}

/** Returns the first of the words that a text contains. */
export function findListedWord(text: string, words: readonly string[]): string | null {
  const normalised = normaliseWord(text)
  const isFound = (word: string) => word !== '' && normalised.includes(word)
  return words.find((word) => isFound(normaliseWord(word))) ?? null
}

/** Finds the fault of a list of words: a blank one, or one that is listed twice. */
export function findWordsFault(words: readonly string[]): string | null {
  const normalised = words.map(normaliseWord)
  if (words.length > COMMENT_WORDS_MAX) return `最多 ${COMMENT_WORDS_MAX} 个词`
  for (const [at, word] of words.entries()) {
    if (normalised[at] === '') return `第 ${at + 1} 行没有字`
    if (word.length > COMMENT_WORD_MAX) return `“${word.slice(0, 10)}…”过长，每个词不超过 ${COMMENT_WORD_MAX} 字`
    if (normalised.indexOf(normalised[at] ?? '') !== at) return `“${word}”列了两次（不分全角半角、大小写与空格）`
  }
  return null
}

/**
 * Decides whether a comment waits.
 * @returns the reasons and the word; `null`: it is shown at once
 */
export function findHold(
  text: string,
  { policy, words, isFirst }: { policy: CommentPolicy; words: readonly string[]; isFirst: boolean },
): { reasons: HoldReason[]; word: string | null } | null {
  const word = findListedWord(text, words)
  const isLinkHeld = policy !== 'none' && findLinks(text).length > 0
  const reasons: HoldReason[] = [
    ...(policy === 'all' ? (['all'] as const) : []),
    ...(policy === 'first' && isFirst ? (['first'] as const) : []),
    ...(isLinkHeld ? (['link'] as const) : []),
    ...(word === null ? [] : (['word'] as const)),
  ]
  return reasons.length > 0 ? { reasons, word } : null
}

/** Maximum of the days after which an article takes no more comments. */
export const COMMENT_DAYS_MAX = 3650

/** Days of an article that always takes comments, whatever the site's setting is. */
export const COMMENTS_ALWAYS = -1
/** Days that the forms offer. */
export const COMMENT_DAYS_CHOICES = [7, 14, 30, 90, 180, 365]

const describeDays = (days: number) => `发布 ${days} 天后关闭`

/** Describes when the articles of a site close their comments. @param days after the first publication; `null`: never */
export const describeSiteCommentDays = (days: number | null): string => (days === null ? '不关闭' : describeDays(days))

/**
 * Describes until when an article takes comments.
 * @param days after its first publication; 0: never, `null`: as long as the site says, or `COMMENTS_ALWAYS`
 */
export function describeCommentDays(days: number | null): string {
  if (days === null) return '按全站的设置'
  if (days === COMMENTS_ALWAYS) return '一直开放'
  return days === 0 ? '关闭' : describeDays(days)
}
