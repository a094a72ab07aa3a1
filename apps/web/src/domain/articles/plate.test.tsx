import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Drawing } from '#ui/figures/drawing.tsx'
import curvesUrl from '#ui/figures/drawings/curves.svg?no-inline'
import stonesUrl from '#ui/figures/drawings/stones.svg?no-inline'
import { Mark } from '#ui/figures/mark.tsx'
import { SpectrumDivider } from '#ui/figures/spectrum.tsx'
import { Plate } from './article-cover.tsx'

it('hides a drawing from screen readers, unless it is named', () => {
  expect(renderToStaticMarkup(<Drawing name="bangle" />)).toMatch(/aria-hidden="true".*href="[^"]*#bangle"/)
  const named = renderToStaticMarkup(<Drawing name="bangle" label="翡翠手镯" />)
  expect(named).toContain('role="img" aria-label="翡翠手镯"')
  expect(named).not.toContain('aria-hidden')
})

it('takes each drawing from its file', () => {
  expect(renderToStaticMarkup(<Drawing name="bangle" />)).toContain(`<use href="${stonesUrl}#bangle">`)
  expect(renderToStaticMarkup(<Drawing name="curve-ruby" />)).toContain(`<use href="${curvesUrl}#curve-ruby">`)
})

it('draws the mark without a file', () => {
  const mark = renderToStaticMarkup(<Mark label="标志" />)
  expect(mark).toMatch(/role="img" aria-label="标志"/)
  expect(mark).toMatch(/<path d="(M[-\d. a-z]+){5,}/)
  expect(mark).not.toContain('<use')
})

it('has no inline style, which the content policy forbids', () => {
  const page = renderToStaticMarkup(
    <>
      <Plate articleId={1} categoryId={32} title="祖母绿" />
      <Plate articleId={2} categoryId={33} title="" className="wide" tone="deep" />
      <SpectrumDivider stone="ruby" />
    </>,
  )
  expect(page).not.toContain('style=')
  expect(page).not.toMatch(/\sid=/)
})

it('names the stone of the divider, with a non-breaking unit', () => {
  expect(renderToStaticMarkup(<SpectrumDivider stone="zircon" />)).toContain('锆石吸收线 653.5\u00a0nm')
})
