import { splitAtHeadings } from '#lib/html/html-sections.ts'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import { StandingColumns, type StandingColumnsProps } from './standing-columns.tsx'
import { StandingFrame, type StandingHead } from './standing-frame.tsx'
import type { StandingText } from './standing-page.ts'

export interface StandingProseProps extends Pick<StandingColumnsProps, 'group' | 'current'> {
  head: StandingHead
  text: StandingText
}

/** A standing page of plain prose. */
export function StandingProse({ head, text, group, current }: StandingProseProps) {
  return (
    <StandingFrame head={head} lead={text.summary}>
      <StandingColumns
        {...(group && { group })}
        current={current}
        shown={text.paths}
        contents={splitAtHeadings(text.content, 'h2').sections}
      >
        <RichText html={text.content} />
      </StandingColumns>
    </StandingFrame>
  )
}
