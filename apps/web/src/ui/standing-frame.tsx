import type { ReactNode } from 'react'
import { Container } from './container.tsx'
import type { CrumbStep } from './crumb.tsx'
import { Drawing } from './drawing.tsx'
import type { DrawingName } from './drawing-names.ts'
import { EmptyState } from './empty-state.tsx'
import type { GemTone } from './gem-drawing.ts'
import { PageHead } from './page-head.tsx'
import type { StoneName } from './spectra.ts'
import styles from './standing-frame.module.css'
import { TextLink } from './text-link.tsx'

/** What a standing page looks like at its top. */
export interface StandingLook {
  title: string
  crumb: readonly CrumbStep[]
  drawing: DrawingName
  tone?: GemTone
  stone: StoneName
}

export interface StandingFrameProps {
  look: StandingLook
  lead: string
  /** Nothing when upstream has no text for this page. */
  children: ReactNode
}

/** A standing page: its head, and what stands under it. */
export function StandingFrame({ look: { title, crumb, drawing, tone, stone }, lead, children }: StandingFrameProps) {
  return (
    <>
      <PageHead
        crumb={crumb}
        title={title}
        lead={lead}
        figure={<Drawing name={drawing} {...(tone && { tone })} />}
        stone={stone}
      />
      <Container className={styles.root}>{children ?? <StandingMissing />}</Container>
    </>
  )
}

/** Stands where a page's text would be that nobody has written yet. */
export function StandingMissing() {
  return (
    <EmptyState>
      <p>
        本页尚无内容。可先查看<TextLink to="/question">常见问题</TextLink>，或
        <TextLink to="/contact-us">联系咨询</TextLink>。
      </p>
    </EmptyState>
  )
}
