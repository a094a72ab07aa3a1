import { ArrowRight } from '@lucide/icons'
import type { ServiceFigure } from '@portal/contract/site/home-sections.ts'
import type { HomeContent } from '@portal/contract/site/site.ts'
import { Container } from '#ui/container.tsx'
import { Drawing } from '#ui/figures/drawing.tsx'
import type { DrawingName } from '#ui/figures/drawing-names.ts'
import type { GemTone } from '#ui/figures/gem-drawing.ts'
import { SpectrumDivider } from '#ui/figures/spectrum.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link, useClosedPaths } from '#ui/link.tsx'
import shared from '#ui/shared.module.css'
import styles from './services.module.css'

interface Figure {
  drawing: DrawingName
  tone: GemTone
  ground: 'primary' | 'turquoise' | 'gold'
}

const FIGURES: Readonly<Record<ServiceFigure, Figure>> = {
  gem: { drawing: 'oval-brilliant', tone: 'plain', ground: 'primary' },
  turquoise: { drawing: 'cabochon-veined', tone: 'turquoise', ground: 'turquoise' },
  metal: { drawing: 'bangle', tone: 'gold', ground: 'gold' },
}

const LINKS = [
  { text: '证书查询', to: '/certificate-check' },
  { text: '检测流程与范围', to: '/rangeDetail' },
  { text: '检测仪器与方法', to: '/instrument' },
]

/** Tests with their standards, and links to the three pages about them. */
export function Services({ home: { servicesLead, steps, services } }: { home: HomeContent }) {
  const closed = useClosedPaths()
  return (
    <section className={shared.sectionGap} aria-labelledby="services">
      <Container>
        <SpectrumDivider stone="ruby" className={shared.divider} />
        <div className={styles.columns}>
          <div className={shared.column}>
            <h2 className={styles.title} id="services">
              检测业务
            </h2>
            <p className={styles.lead}>{servicesLead}</p>
            {steps.length > 0 && (
              <ol className={styles.steps} aria-label="样品的流转">
                {steps.map((step) => (
                  <li className={styles.step} key={step}>
                    {step}
                  </li>
                ))}
              </ol>
            )}
            <ul className={styles.ways}>
              {LINKS.filter(({ to }) => !closed.includes(to)).map(({ text, to }) => (
                <li key={to}>
                  <Link className={styles.way} to={to}>
                    {text}
                    <Icon of={ArrowRight} sizePx={18} className={styles.arrow} />
                  </Link>
                </li>
              ))}
            </ul>
          </div>
          <ul className={styles.list}>
            {services.map((service) => (
              <ServiceRow service={service} key={service.name} />
            ))}
          </ul>
        </div>
      </Container>
    </section>
  )
}

function ServiceRow({ service: { name, tests, standards, figure } }: { service: HomeContent['services'][number] }) {
  const { drawing, tone, ground } = FIGURES[figure]
  const closed = useClosedPaths()
  return (
    <li className={styles.service}>
      <div className={styles.plate} data-ground={ground}>
        <Drawing isShared name={drawing} tone={tone} className={styles.drawing} />
      </div>
      <div className={styles.body}>
        <h3 className={styles.name}>
          <Link className={styles.cover} to="/rangeDetail">
            {name}
          </Link>
        </h3>
        <ul className={styles.items}>
          {tests.map((test) => (
            <li key={test}>{test}</li>
          ))}
        </ul>
        {standards.length > 0 && (
          <p className={styles.standards}>
            依据
            {standards.map((standard) => (
              <span className={styles.standard} key={standard}>
                {standard}
              </span>
            ))}
          </p>
        )}
      </div>
      {!closed.includes('/rangeDetail') && <Icon of={ArrowRight} className={styles.arrow} />}
    </li>
  )
}
