import type { ArticleSummary } from '#domain/articles/article-summary.ts'
import { GemCell } from '#domain/gems/gem-cell.tsx'
import { readGemFacts } from '#domain/gems/gem-facts.ts'
import { Container } from '#ui/container.tsx'
import { SpectrumDivider } from '#ui/figures/spectrum.tsx'
import { SectionHead } from '#ui/section-head.tsx'
import shared from '#ui/shared.module.css'
import styles from './lists.module.css'
import { Missing } from './missing.tsx'

/** Six gems of the encyclopedia, as in a specimen tray. */
export function GemTray({ gems }: { gems: readonly ArticleSummary[] | null }) {
  return (
    <section className={shared.sectionGap} aria-labelledby="gems">
      <Container>
        <SpectrumDivider stone="jadeite" className={shared.divider} />
        <SectionHead title="宝石百科" titleId="gems" more={{ text: '全部条目', to: '/gem' }} />
        {gems?.length ? (
          <ul className={styles.tray}>
            {gems.map(({ id, title, summary, target }) => (
              <li className={styles.place} key={id}>
                <GemCell
                  className={styles.cell}
                  name={title}
                  to={target.to}
                  facts={readGemFacts(summary)}
                  summary={summary}
                />
              </li>
            ))}
          </ul>
        ) : (
          <Missing rows={gems} />
        )}
      </Container>
    </section>
  )
}
