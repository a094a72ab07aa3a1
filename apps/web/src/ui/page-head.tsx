import type { ReactNode } from 'react'
import { Container } from './container.tsx'
import { Crumb, type CrumbStep, type CrumbWords } from './crumb.tsx'
import { Drawing } from './figures/drawing.tsx'
import type { DrawingName } from './figures/drawing-names.ts'
import type { GemTone } from './figures/gem-drawing.ts'
import type { StoneName } from './figures/spectra.ts'
import { SpectrumBars } from './figures/spectrum.tsx'
import styles from './page-head.module.css'

export interface PageHeadProps {
  /** Breadcrumb; by default only the title. */
  crumb?: readonly CrumbStep[]
  /** Words of the breadcrumb; by default in Chinese. */
  words?: CrumbWords | undefined
  title: string
  lead?: ReactNode
  /** A drawing on the right; left out on phones. */
  figure?: ReactNode
  /** Stone whose absorption lines are the background. */
  stone?: StoneName
}

/** Head of all pages but the home page. */
export function PageHead({ title, crumb = [{ text: title }], words, lead, figure, stone }: PageHeadProps) {
  return (
    <header className={styles.root}>
      {stone && <SpectrumBars stone={stone} className={styles.bars} />}
      <Container className={styles.inner}>
        <div className={styles.words}>
          <Crumb steps={crumb} words={words} />
          <h1 className={styles.title}>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {figure && <div className={styles.figure}>{figure}</div>}
      </Container>
    </header>
  )
}

interface PageFrameProps extends Omit<PageHeadProps, 'figure'> {
  drawing?: DrawingName
  tone?: GemTone
  /** Whether the page below shows many drawings too. */
  isDrawingShared?: boolean
  className?: string | undefined
  children: ReactNode
}

/** A page with its head and a container for the rest. */
export function PageFrame({ drawing, tone, isDrawingShared = false, className, children, ...head }: PageFrameProps) {
  return (
    <>
      <PageHead
        {...head}
        figure={drawing && <Drawing name={drawing} isShared={isDrawingShared} {...(tone && { tone })} />}
      />
      <Container className={className}>{children}</Container>
    </>
  )
}
