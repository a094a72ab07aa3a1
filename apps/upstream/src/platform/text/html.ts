import { carriesToken } from '@portal/contract/paths/addresses.ts'
import sanitizeHtml from 'sanitize-html'

/** Form of the ids that headings get. Any other id in an article could shadow an element of the page. */
const HEADING_ID = /^h-[\p{L}\p{N}-]{1,80}$/u

/** Addresses from which an article may show pictures: this site, or anywhere over TLS. */
const PICTURE_ADDRESS = /^(?:https:\/\/|\/file\/img\/)/

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'hr', 'blockquote', 'pre', 'code'],
    ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'strong', 'b', 'em', 'i', 's', 'del', 'u', 'sub', 'sup', 'mark', 'small'],
    ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'figure', 'figcaption', 'img', 'a', 'span'],
  ],
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height', 'loading'],
    ol: ['start'],
    th: ['colspan', 'rowspan', 'scope', 'align'],
    td: ['colspan', 'rowspan', 'align'],
    h2: ['id'],
    h3: ['id'],
  },
  allowedClasses: { code: [/^language-[\w-]{1,20}$/] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: {
    h2: dropForeignId,
    h3: dropForeignId,
    a: dropTokenLink,
    img: (tagName, attribs) => ({ tagName, attribs: { ...attribs, loading: 'lazy' } }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !PICTURE_ADDRESS.test(attribs.src ?? ''),
}

/** Removes a link with a login token, which could log its reader in to another account; only its text stays. */
function dropTokenLink(tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const { href, ...others } = attribs
  const link = href === undefined || carriesToken(href) ? {} : { href }
  return { tagName, attribs: { ...others, ...link, rel: 'noopener noreferrer' } }
}

function dropForeignId(tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const { id, ...others } = attribs
  return { tagName, attribs: id && HEADING_ID.test(id) ? { ...others, id } : others }
}

/**
 * Sanitises HTML before it is stored (articles, the bulletin of the demo content), by a list of allowed elements without
 * scripts, styles, forms or frames. A bulletin of staff is stored as written: the site sanitises all HTML that it sends.
 */
export function sanitizeArticleHtml(html: string): string {
  return sanitizeHtml(html, OPTIONS)
}
