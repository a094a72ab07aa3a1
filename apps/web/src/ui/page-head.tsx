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
  /** Absorption lines behind the words. */
  stone?: StoneName
}

/** The top of a page other than the home page: the way here, the title, a sentence, a drawing. */
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
