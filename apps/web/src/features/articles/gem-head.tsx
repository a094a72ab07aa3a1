import { Scale } from '@lucide/icons'
import { chooseGemAxis, type GemMeasured } from '#domain/gems/gem-axes.ts'
import { GemMeasureScale } from '#domain/gems/gem-measure-scale.tsx'
import type { GemRow, GemSheet } from '#domain/gems/gem-sheet.ts'
import { GemSpectrum } from '#domain/gems/gem-spectrum.tsx'
import { Container } from '#ui/container.tsx'
import { Drawing } from '#ui/figures/drawing.tsx'
import { findGemDrawing } from '#ui/figures/gem-drawing.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import shared from '#ui/shared.module.css'
import { ArticleHeader } from './article-header.tsx'
import type { ArticleView } from './article-view.ts'
import styles from './gem-head.module.css'

const MEASURES: readonly { property: GemMeasured; name: string; unit?: string }[] = [
  { property: 'refractiveIndex', name: '折射率' },
  { property: 'hardness', name: '摩氏硬度' },
  { property: 'density', name: '密度', unit: 'g/cm³' },
]
/** Properties that no scale can show; they are listed in words under the drawing. */
const FACTS: readonly GemRow[] = ['晶系', '光性', '双折射率']

/** Head of a gem article: drawing and measured values, each on a scale. */
export function GemHead({ article, gem }: { article: ArticleView; gem: GemSheet }) {
  const { rows } = gem
  return (
    <Container className={styles.root}>
      <Figure name={article.title} gem={gem} />
      <div className={styles.words}>
        <ArticleHeader article={article} />
        {(rows.英文名 || rows.化学式) && (
          <p className={styles.formula}>
            {rows.英文名 && <span lang="en">{rows.英文名}</span>}
            {rows.化学式 && <span>{rows.化学式}</span>}
          </p>
        )}
        <dl>
          {MEASURES.map((measure) => (
            <Measure key={measure.property} {...measure} gem={gem} />
          ))}
          {rows.吸收光谱 && (
            <div className={styles.measure}>
              <dt className={shared.soft}>
                吸收光谱
                {/\d/.test(rows.吸收光谱) && <small className={shared.tiny}> nm</small>}
                <span className={styles.lines}>{rows.吸收光谱}</span>
              </dt>
              <dd className={styles.scale}>
                <GemSpectrum text={rows.吸收光谱} />
              </dd>
            </div>
          )}
        </dl>
        <p className={styles.compare}>
          <ButtonLink icon={Scale} variant="outline" to={`/gem?compare=${article.id}`}>
            加入对比
          </ButtonLink>
        </p>
      </div>
    </Container>
  )
}

function Figure({ name, gem: { rows } }: { name: string; gem: GemSheet }) {
  const { drawing, tone } = findGemDrawing(name)
  const facts = FACTS.filter((row) => rows[row])
  return (
    <div className={styles.figure}>
      <Drawing className={styles.stone} name={drawing} tone={tone} />
      <dl className={styles.facts}>
        {facts.map((row) => (
          <div className={styles.fact} key={row}>
            <dt>{row}</dt>
            <dd className={styles.factValue}>{rows[row]}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function Measure({ property, name, unit, gem }: (typeof MEASURES)[number] & { gem: GemSheet }) {
  const measure = gem[property]
  return (
    <div className={styles.measure}>
      <dt className={shared.soft}>
        {name}
        <span className={styles.value}>
          {measure.range.text}
          {unit && `\u00a0${unit}`}
          {measure.isSpotReading && <small className={styles.spot}> 点测</small>}
        </span>
      </dt>
      <dd className={styles.scale}>
        <GemMeasureScale
          property={property}
          name={name}
          measure={measure}
          axis={chooseGemAxis(property, [measure.spread])}
        />
      </dd>
    </div>
  )
}
