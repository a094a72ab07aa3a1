import type { ReactNode } from 'react'
import type { CrumbStep } from '#ui/crumb.tsx'
import type { DrawingName } from '#ui/figures/drawing-names.ts'
import type { GemTone } from '#ui/figures/gem-drawing.ts'
import type { StoneName } from '#ui/figures/spectra.ts'
import { PageFrame } from '#ui/page-head.tsx'
import shared from '#ui/shared.module.css'

/** Head of a standing page. */
export interface StandingHead {
  title: string
  crumb: readonly CrumbStep[]
  drawing: DrawingName
  tone?: GemTone
  stone: StoneName
}

interface StandingFrameProps {
  head: StandingHead
  lead: string | undefined
  children: ReactNode
}

export function StandingFrame({ head, lead, children }: StandingFrameProps) {
  return (
    <PageFrame {...head} lead={lead} className={shared.pageTop}>
      {children}
    </PageFrame>
  )
}
