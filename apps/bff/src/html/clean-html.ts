import type { HtmlKind } from '@portal/contract/call.ts'
import { carriesToken, createPictureCheck } from '@portal/contract/paths/addresses.ts'
import sanitize from 'sanitize-html'
import { type CleanedTexts, createCleanedTexts } from './cleaned-texts.ts'
import { areSafeWidths } from './safe-widths.ts'

/** Maximum nesting depth. The parser's time grows with its square; articles need far less. */
const DEPTH_MAX = 400

/** Prefix of ids in articles, so that none equals an id that the site's scripts use. */
const ID_PREFIX = 's-'
/** Width of a picture in an article, as `article-page.module.css` lays it out. */
const SIZES = '(max-width: 760px) calc(100vw - 82px), 638px'
const SAFE_ID = /^[\p{L}\p{N}_-]{1,120}$/u

/** Emphasis only, for one line of text. */
const INLINE: sanitize.IOptions = {
  allowedTags: ['em', 'b', 'strong'],
  allowedAttributes: { em: ['class'] },
  allowedClasses: { em: ['hit'] },
  disallowedTagsMode: 'discard',
  // Upstreams of this family mark a hit with `<span style="color:red">`, others with `<mark>`.
  transformTags: { span: toHit, mark: toHit, font: toHit },
}

/** Emphasis and links, for one line of text. */
const NOTICE: sanitize.IOptions = {
  ...INLINE,
  allowedTags: ['em', 'b', 'strong', 'a'],
  allowedAttributes: { em: ['class'], a: ['href', 'rel', 'target'] },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: { ...INLINE.transformTags, a: toSafeLink },
}

const COMMENT: sanitize.IOptions = {
  allowedTags: ['img', 'br', 'p', 'b', 'strong', 'em', 'a'],
  allowedAttributes: { img: ['src', 'alt', 'width', 'height', 'loading'], a: ['href', 'rel', 'target'] },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  exclusiveFilter: isUselessImage,
  transformTags: { a: toSafeLink },
}

const ARTICLE: sanitize.IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'span', 'br', 'hr', 'blockquote', 'pre', 'code', 'kbd', 'samp'],
    ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
    ...[
      'colgroup',
      'col',
      'figure',
      'figcaption',
      'img',
      'video',
      'source',
      'a',
      'b',
      'strong',
      'em',
      'i',
      'u',
      's',
      'del',
      'ins',
    ],
    ...['sub', 'sup', 'small', 'mark', 'abbr', 'cite', 'q', 'time', 'details', 'summary', 'ruby', 'rt', 'rp'],
  ],
  allowedAttributes: {
    '*': ['lang', 'dir', 'title'],
    a: ['href', 'rel', 'target', 'id'],
    img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading', 'decoding'],
    video: ['src', 'controls', 'width', 'height', 'preload', 'poster'],
    source: ['src', 'type'],
    time: ['datetime'],
    td: ['colspan', 'rowspan', 'align'],
    th: ['colspan', 'rowspan', 'scope', 'align'],
    ol: ['start', 'type', 'reversed'],
    details: ['open'],
    code: ['class'],
    em: ['class'],
    ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'sup'].map((tag) => [tag, ['id']])),
  },
  allowedClasses: { code: [/^language-[a-z0-9+#-]{1,30}$/], em: ['hit'] },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  exclusiveFilter: isUselessImage,
  transformTags: {
    a: toSafeLink,
    // The page has its own first-level heading.
    h1: (_tag, attributes) => ({ tagName: 'h2', attribs: prefixId(attributes) }),
    ...Object.fromEntries(
      ['h2', 'h3', 'h4', 'h5', 'h6', 'li', 'sup'].map((tag) => [
        tag,
        (tagName: string, attributes: sanitize.Attributes) => ({ tagName, attribs: prefixId(attributes) }),
      ]),
    ),
  },
}

type Rules = Readonly<Record<HtmlKind, sanitize.IOptions>>

/** @param origin origin of the site, `null` where it is not configured */
function getRules(origin: string | null): Rules {
  const isSafe = createSourceCheck(origin)
  const image: sanitize.Transformer = (tagName, attributes) => toSafeImage(tagName, attributes, isSafe)
  const video: sanitize.Transformer = (tagName, attributes) => toSafeVideo(tagName, attributes, isSafe)
  const videoLink: sanitize.Transformer = (tagName, attributes) => toVideoLink(tagName, attributes, isSafe)
  // The family's clients also put an uploaded video into `<img>`.
  const toPictureOrVideo =
    (asVideo: sanitize.Transformer): sanitize.Transformer =>
    (tagName, attributes) =>
      isVideo(attributes.src) && isSafe(attributes.src ?? '')
        ? asVideo('video', attributes)
        : image(tagName, attributes)
  const addMedia = (rules: sanitize.IOptions, media: Record<string, sanitize.Transformer>) => ({
    ...rules,
    transformTags: { ...rules.transformTags, ...media },
  })
  return {
    inline: INLINE,
    notice: NOTICE,
    comment: addMedia(COMMENT, { img: toPictureOrVideo(videoLink), video: videoLink }),
    article: addMedia(ARTICLE, { img: toPictureOrVideo(video), video, source: video }),
  }
}

/** Rules of the last origin: a process has one. */
let lastRules: { origin: string | null; rules: Rules } | undefined

function createRules(origin: string | null): Rules {
  if (lastRules?.origin !== origin) lastRules = { origin, rules: getRules(origin) }
  return lastRules.rules
}

function toHit(): sanitize.Tag {
  return { tagName: 'em', attribs: { class: 'hit' } }
}

function prefixId(attributes: sanitize.Attributes): sanitize.Attributes {
  const { id, ...others } = attributes
  if (!id || !SAFE_ID.test(id)) return others
  return { ...others, id: id.startsWith(ID_PREFIX) ? id : ID_PREFIX + id }
}

function toSafeLink(tagName: string, attributes: sanitize.Attributes): sanitize.Tag {
  const href = (attributes.href ?? '').trim()
  // A link with a login token would log the reader in to another account.
  if (carriesToken(href)) return { tagName, attribs: {} }
  if (href.startsWith('#')) {
    const target = decodeFragment(href.slice(1))
    return { tagName, attribs: { href: `#${target.startsWith(ID_PREFIX) ? target : ID_PREFIX + target}` } }
  }
  const attribs = prefixId(attributes)
  if (/^https?:/i.test(href)) return { tagName, attribs: { ...attribs, rel: 'noopener noreferrer', target: '_blank' } }
  const { target: _target, rel: _rel, ...local } = attribs
  return { tagName, attribs: local }
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

/**
 * Checks the source of pictures and videos. They may come from other sites by https, or from uploads. Any other address
 * of this site is removed: a call (`/v1/article/like?…`) would be made by every reader's browser.
 */
function createSourceCheck(origin: string | null): IsSafe {
  const isPicture = createPictureCheck(origin)
  return (src) => /^(?:\/file\/img\/|https:\/\/)/i.test(src) && isPicture(src)
}

type IsSafe = (src: string) => boolean

function toSafeImage(tagName: string, attributes: sanitize.Attributes, isSafe: IsSafe): sanitize.Tag {
  const { src = '', srcset = '', sizes: _sizes, ...others } = attributes
  if (!isSafe(src)) return { tagName, attribs: others }
  const widths = areSafeWidths(srcset, isSafe) ? { srcset, sizes: SIZES } : {}
  return { tagName, attribs: { loading: 'lazy', decoding: 'async', ...others, src, ...widths } }
}

function toSafeVideo(tagName: string, attributes: sanitize.Attributes, isSafe: IsSafe): sanitize.Tag {
  const addresses = ['src', 'poster']
  const kept = Object.entries(attributes).filter(([name, value]) => !addresses.includes(name) || isSafe(value))
  const controls = tagName === 'video' ? { controls: '', preload: 'metadata' } : {}
  return { tagName, attribs: { ...controls, ...Object.fromEntries(kept) } }
}

/** Replaces a video in a comment by a link; a video without an address is removed. */
function toVideoLink(tagName: string, { src = '' }: sanitize.Attributes, isSafe: IsSafe): sanitize.Tag {
  if (!isSafe(src) || carriesToken(src)) return { tagName, attribs: {} }
  return { tagName: 'a', attribs: { href: src, rel: 'noopener noreferrer', target: '_blank' }, text: '视频' }
}

function isVideo(src: string | undefined): boolean {
  return /^[^?#]+\.mp4(?:[?#]|$)/i.test(src?.trim() ?? '')
}

function isUselessImage(frame: sanitize.IFrame): boolean {
  return frame.tag === 'img' && !frame.attribs.src && !frame.attribs.href
}

/**
 * Sanitises HTML; HTML that is nested too deeply becomes text. Hostile input takes about 1 ms per 1,000 characters: see
 * `answer-cleaning.ts`.
 * @param origin origin of the site, `null` where it is not configured
 */
export function cleanOnce(kind: HtmlKind, html: string, origin: string | null = null): string {
  let depth = 0
  try {
    return sanitize(html, {
      ...createRules(origin)[kind],
      onOpenTag: () => {
        depth += 1
        if (depth > DEPTH_MAX) throw new TooDeep()
      },
      onCloseTag: () => {
        depth -= 1
      },
    })
  } catch (error) {
    if (error instanceof TooDeep) return escapeToText(html)
    throw error
  }
}

class TooDeep extends Error {}

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escaped HTML source. */
export function escapeToText(html: string): string {
  return html.replace(/[&<>"]/g, (character) => ESCAPED[character] ?? '')
}

/** Whether a text needs cleaning: most titles and many summaries hold no markup. */
export function hasMarkup(html: string): boolean {
  return /[<>&]/.test(html)
}

/** Sanitises HTML of upstream synchronously, with a cache. */
export type HtmlCleaner = (kind: HtmlKind, html: string) => string

export function createHtmlCleaner(
  origin: string | null = null,
  texts: CleanedTexts = createCleanedTexts(),
): HtmlCleaner {
  return (kind, html) => {
    if (!hasMarkup(html)) return html
    const key = texts.toKey(kind, html)
    const known = texts.get(key)
    if (known !== undefined) return known
    const clean = cleanOnce(kind, html, origin)
    texts.set(key, kind, clean)
    return clean
  }
}
