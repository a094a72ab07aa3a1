import { ArticleLink } from '#domain/articles/article-link.tsx'
import type { ArticleSummary } from '#domain/articles/article-summary.ts'
import { LookupBox } from '#domain/certificates/lookup-box.tsx'
import { formatNumber } from '#lib/format.ts'
import shared from '#ui/shared.module.css'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { type ListAddress, toListAddress } from './list-address.ts'
import styles from './list-aside.module.css'
import { ChipLink, TAGS_OVER_LIST } from './list-filters.tsx'
import { type CategoryTag, splitTags } from './tag-choice.ts'

export interface ListAsideProps {
  address: ListAddress
  tags: readonly CategoryTag[]
  /** Articles, the most read first. */
  hot: readonly ArticleSummary[]
}

/** Column beside the list: most-read articles, further tags and the certificate lookup. */
export function ListAside({ address, tags, hot }: ListAsideProps) {
  const { rest } = splitTags(tags, address.tagId, TAGS_OVER_LIST)
  return (
    <aside className={styles.root}>
      {hot.length > 0 && (
        <section className={styles.box} aria-labelledby="hot">
          <h2 className={styles.title} id="hot">
            阅读最多
          </h2>
          <ol>
            {hot.map((article, index) => (
              <HotRow article={article} rank={index + 1} key={article.id} />
            ))}
          </ol>
        </section>
      )}
      {rest.length > 0 && (
        <section className={styles.box} aria-labelledby="tags">
          <h2 className={styles.title} id="tags">
            标签
          </h2>
          <div className={shared.wrap2}>
            {rest.map(({ id, name }) => (
              <ChipLink key={id} to={toListAddress({ ...address, tagId: id, keyword: '', page: 1 })}>
                {name}
              </ChipLink>
            ))}
          </div>
        </section>
      )}
      <LookupBox />
    </aside>
  )
}

function HotRow({ article: { title, reads, target }, rank }: { article: ArticleSummary; rank: number }) {
  return (
    <li className={styles.hot}>
      <span className={styles.rank} aria-hidden="true">
        {rank}
      </span>
      <ArticleLink className={styles.link} target={target}>
        {title}
      </ArticleLink>
      <span className={shared.noteFigures}>
        <VisuallyHidden>阅读 </VisuallyHidden>
        {formatNumber(reads)}
      </span>
    </li>
  )
}
