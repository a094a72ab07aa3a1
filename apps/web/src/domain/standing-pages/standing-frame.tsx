import type { ReactNode } from 'react'
import type { CrumbStep } from '#ui/crumb.tsx'
import type { DrawingName } from '#ui/figures/drawing-names.ts'
import type { GemTone } from '#ui/figures/gem-drawing.ts'
import type { StoneName } from '#ui/figures/spectra.ts'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { PageFrame } from '#ui/page-head.tsx'
import shared from '#ui/shared.module.css'
import { TextLink } from '#ui/text-link.tsx'

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
  lead: string
  /** Nullish when upstream has no text for this page. */
  children: ReactNode
}

export function StandingFrame({ head, lead, children }: StandingFrameProps) {
  return (
    <PageFrame {...head} lead={lead} className={shared.pageTop}>
      {children ?? <StandingMissing />}
    </PageFrame>
  )
}

function StandingMissing() {
  return (
    <EmptyState>
      <p>
        本页尚无内容。可先查看<TextLink to="/question">常见问题</TextLink>，或
        <TextLink to="/contact-us">联系咨询</TextLink>。
      </p>
    </EmptyState>
  )
}
