import type { ReactNode } from 'react'
import { Container } from './container.tsx'
import { Crumb, type CrumbStep } from './crumb.tsx'
import type { StoneName } from './figures/spectra.ts'
import { SpectrumBars } from './figures/spectrum.tsx'
import styles from './page-head.module.css'

export interface PageHeadProps {
  crumb: readonly CrumbStep[]
  title: string
  lead?: ReactNode
  /** A drawing at the right; left out on phones. */
  figure?: ReactNode
  /** Its absorption lines are the background. */
  stone?: StoneName
}

/** The head of any page but the home page. */
export function PageHead({ crumb, title, lead, figure, stone }: PageHeadProps) {
  return (
    <header className={styles.root}>
      {stone && <SpectrumBars stone={stone} className={styles.bars} />}
      <Container className={styles.inner}>
        <div className={styles.words}>
          <Crumb steps={crumb} />
          <h1 className={styles.title}>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {figure && <div className={styles.figure}>{figure}</div>}
      </Container>
    </header>
  )
}
