import styles from './address.module.css'

/** Characters that search engines show of a title and of a description; where they cut differs by engine. */
const TITLE_SHOWN = 30
const SUMMARY_SHOWN = 80
/** Picture of the site, for a page without one that messengers can show. */
const SITE_PICTURE = '/og.png'

interface SearchPreviewProps {
  /** Public address, e.g. `/article/turquoise-ir`. */
  path: string
  title: string
  summary: string
  /** Description without a summary, and the words that say what it is. */
  instead: { text: string; words: string }
  /** Cover; empty: none. */
  cover?: string
}

/** How a page looks in search results and as a shared link, drawn from the unsaved values. */
export function SearchPreview({ path, title, summary, instead, cover = '' }: SearchPreviewProps) {
  const shownTitle = cut(title.trim() || '未命名', TITLE_SHOWN)
  const shownSummary = cut(summary.trim() || instead.text, SUMMARY_SHOWN)
  const host = location.host
  const hasPicture = cover !== '' && !/\.svg(?:[?#]|$)/i.test(cover)
  return (
    <>
      <figure className={styles.preview} aria-label="搜索结果的样子">
        <figcaption>搜索结果的样子</figcaption>
        <div className={styles.result}>
          <small>{[host, ...path.split('/').filter(Boolean)].join(' › ')}</small>
          <b>{shownTitle.text}</b>
          <p>{shownSummary.text}</p>
        </div>
        <p className={styles.count}>
          标题 {shownTitle.count} / {TITLE_SHOWN} 字　摘要 {shownSummary.count} / {SUMMARY_SHOWN} 字
        </p>
        {shownTitle.isCut && <p className={styles.warning}>标题超过 {TITLE_SHOWN} 字，搜索结果里可能截断</p>}
        {shownSummary.isCut && <p className={styles.warning}>摘要超过 {SUMMARY_SHOWN} 字，搜索结果里可能截断</p>}
        {summary.trim() === '' && <p className={styles.count}>{instead.words}</p>}
      </figure>
      <figure className={styles.preview} aria-label="分享出去的样子">
        <figcaption>分享出去的样子</figcaption>
        <div className={styles.card}>
          <img src={hasPicture ? cover : SITE_PICTURE} alt="" />
          <div>
            <b>{shownTitle.text}</b>
            <p>{shownSummary.text}</p>
            <small>{host}</small>
          </div>
        </div>
        {!hasPicture && <p className={styles.count}>没有封面，用本站的图</p>}
      </figure>
    </>
  )
}

/** Cuts a text by characters as readers count them. */
function cut(text: string, max: number) {
  const characters = [...text]
  const isCut = characters.length > max
  return { text: isCut ? `${characters.slice(0, max).join('')}…` : text, count: characters.length, isCut }
}

/** Beginning of a text without the signs of Markdown, about as the site takes it for a description. */
export function excerptMarkdown(contentMd: string): string {
  const plain = contentMd
    .slice(0, 4000)
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^[ \t]*(?:#{1,6}|>|[-*+]|\d+[.)])[ \t]+/gm, '')
    .replace(/^[ \t]*\|?[-:| ]+\|?[ \t]*$/gm, '')
    .replace(/[*_`~|]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return [...plain].slice(0, SUMMARY_SHOWN).join('')
}
