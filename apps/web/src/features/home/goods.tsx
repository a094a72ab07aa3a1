import type { ArticleSummary } from '#domain/articles/article-summary.ts'
import { MerchandiseCard } from '#domain/merchandise/merchandise-card.tsx'
import { Container } from '#ui/container.tsx'
import { SpectrumDivider } from '#ui/figures/spectrum.tsx'
import { SectionHead } from '#ui/section-head.tsx'
import shared from '#ui/shared.module.css'
import styles from './lists.module.css'
import { Missing } from './missing.tsx'

/** Four products. */
export function Goods({ goods }: { goods: readonly ArticleSummary[] | null }) {
  return (
    <section className={shared.sectionGap} aria-labelledby="goods">
      <Container>
        <SpectrumDivider stone="peridot" className={shared.divider} />
        <SectionHead title="品牌周边" titleId="goods" more={{ text: '查看全部', to: '/surrounding' }} />
        {goods?.length ? (
          <ul className={styles.goods}>
            {goods.map((article) => (
              <li key={article.id}>
                <MerchandiseCard article={article} />
              </li>
            ))}
          </ul>
        ) : (
          <Missing rows={goods} />
        )}
      </Container>
    </section>
  )
}
