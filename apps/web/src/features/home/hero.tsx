import { ScanSearch } from '@lucide/icons'
import type { HomeContent } from '@portal/contract/site/site.ts'
import { useId } from 'react'
import { Form } from 'react-router-dom'
import lookup from '#domain/certificates/lookup-field.module.css'
import { LookupScale } from '#domain/certificates/lookup-scale.tsx'
import { classNames } from '#lib/class-names.ts'
import { Container } from '#ui/container.tsx'
import { DrawingPart } from '#ui/figures/drawing.tsx'
import { BRILLIANT_PROPORTIONS, PROFILE_LABELS } from '#ui/figures/proportions.ts'
import { SPECTRA } from '#ui/figures/spectra.ts'
import { SpectrumAxis, SpectrumBars } from '#ui/figures/spectrum.tsx'
import { Button } from '#ui/forms/button.tsx'
import { useClosedPaths } from '#ui/link.tsx'
import { TextLink } from '#ui/text-link.tsx'
import styles from './hero.module.css'
import form from './lookup-form.module.css'

/** Position of the side view under the stone, in units of the figure. */
const PROFILE_PLACE = { x: 60, y: 368, width: 480, height: 240 }
const { table, crownDeg, pavilionDeg } = BRILLIANT_PROPORTIONS

/** Headline and certificate lookup. */
export function Hero({ title, lead }: Pick<HomeContent, 'title' | 'lead'>) {
  return (
    <section className={styles.root}>
      <SpectrumBars stone="zircon" className={styles.bars} />
      <Container className={styles.inner}>
        <div>
          <h1 className={styles.title}>
            {title.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </h1>
          <p className={styles.lead}>{lead}</p>
          <LookupForm />
        </div>
        <BrilliantFigure />
      </Container>
      <p className={styles.caption}>
        背景取自{SPECTRA.zircon.name}吸收光谱，主线 {`${SPECTRA.zircon.keyNm}\u00a0nm`}
      </p>
      <SpectrumAxis className={styles.axis} />
    </section>
  )
}

function BrilliantFigure() {
  return (
    <svg
      className={styles.figure}
      viewBox="0 0 600 600"
      preserveAspectRatio="xMidYMin slice"
      role="img"
      aria-label={`标准圆钻型切工的斜视图与侧视图，台宽比 ${Math.round(table * 100)}%，冠角 ${crownDeg} 度，亭角 ${pavilionDeg} 度`}
    >
      <DrawingPart name="round-brilliant" isShared x={0} y={-108} width={600} height={600} />
      <g className={styles.profile}>
        <DrawingPart name="profile" isShared {...PROFILE_PLACE} />
        {PROFILE_LABELS.map(({ text, xPx, yPx, anchor }) => (
          <text key={text} x={PROFILE_PLACE.x + xPx} y={PROFILE_PLACE.y + yPx} textAnchor={anchor}>
            {text}
          </text>
        ))}
      </g>
    </svg>
  )
}

/** Looks up a certificate by its number; a plain GET form, so it also works without JavaScript. */
function LookupForm() {
  const id = useId()
  const closed = useClosedPaths()
  return (
    <Form className={form.root} action="/certificate-check" method="get" role="search">
      <div className={lookup.labels}>
        <label htmlFor={id}>证书编号</label>
        <span className={classNames(lookup.hint, form.hint)}>字母与数字，不分大小写</span>
      </div>
      <div className={lookup.row}>
        <input
          className={lookup.input}
          id={id}
          name="no"
          placeholder="请输入证书编号"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={400}
          required
        />
        <Button icon={ScanSearch} className={classNames(lookup.button, form.button)} type="submit" size="large">
          查询证书
        </Button>
      </div>
      <LookupScale />
      <p className={classNames(lookup.foot, form.foot)}>
        <span>编号印在证书正面右上角</span>
        <TextLink to="/certificate-check#where">编号在哪里</TextLink>
        {!closed.includes('/rangeDetail') && <TextLink to="/rangeDetail">如何送检</TextLink>}
      </p>
    </Form>
  )
}
