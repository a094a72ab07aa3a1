import type { Certificate } from '@portal/contract/certificates/certificates.ts'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { SAMPLE_CERTIFICATE } from '#testing/sample-certificate.ts'
import { resultTexts as english } from '../texts/en/result.tsx'
import { withTexts } from '../texts/texts.tsx'
import { resultTexts as chinese } from '../texts/zh/result.tsx'
import { Comparison as BareComparison } from './comparison.tsx'
import { ComparisonList as BareList } from './comparison-list.tsx'

const Comparison = withTexts(BareComparison, chinese)
const EnglishComparison = withTexts(BareComparison, english)
const ComparisonList = withTexts(BareList, chinese)

const turquoise: Certificate = { ...SAMPLE_CERTIFICATE, pictures: [{ url: '/file/img/a.png', widthMm: 25 }] }

function open(certificate = turquoise) {
  return render(
    <MemoryRouter>
      <Comparison certificate={certificate} />
    </MemoryRouter>,
  )
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }))

function enterMass(reading: string) {
  const field = screen.getByLabelText('秤上读数')
  fireEvent.change(field, { target: { value: reading } })
  fireEvent.blur(field)
}

function goThrough(picture: string, reading: string, conclusion: string) {
  press('逐项比对')
  choose(picture)
  press('下一项')
  enterMass(reading)
  press('下一项')
  choose(conclusion)
  press('看结论')
}

it('shows a list without scripts', () => {
  const html = renderToString(
    <MemoryRouter>
      <Comparison certificate={turquoise} />
    </MemoryRouter>,
  )
  expect(html).toContain('铁线走向')
  expect(html).toContain('12.36\u00a0g')
  expect(html).toContain('一字不差')
  expect(html).not.toContain('<button')
})

it('names a scale that is fine enough for a diamond, and its tolerance in carats too', () => {
  const diamond = { ...turquoise, category: 'diamond', totalMassG: 0.2024, caratMassCt: 1.01 } as const
  const { container, rerender } = render(<ComparisonList certificate={diamond} />)
  const readText = () => container.textContent?.replaceAll('\u00a0', ' ').replaceAll(/\s+/g, ' ') ?? ''
  expect(readText()).toContain(
    '应为 0.2024 g（1.01 ct），用分度值 0.001 g（0.005 ct） 的秤复称，相差不应超过 0.002 g（0.01 ct）。',
  )
  rerender(<ComparisonList certificate={turquoise} />)
  expect(readText()).toContain('应为 12.36 g，用分度值 0.01 g 的秤复称，相差不应超过 0.02 g。')
})

it('explains where to find inscriptions of metals and of stones', () => {
  const inscribed = { ...turquoise, inscription: 'Au750' }
  const { rerender } = render(<ComparisonList certificate={inscribed} />)
  expect(screen.getByText(/应刻有/).textContent).toContain('腰棱')
  rerender(<ComparisonList certificate={{ ...inscribed, category: 'metal', metal: '18K 金' }} />)
  expect(screen.getByText(/应刻有/).textContent).toContain('戒圈内侧')
  expect(screen.queryByText(/含镶嵌|腰棱/)).toBeNull()
})

it.each([
  ['看来一致', '12.37', '一字不差', '相符'],
  ['看来一致', '14.02', '一字不差', '不符'],
  ['无法判断', '12.37', '一字不差', '无法判断'],
])('judges %s, %s g and %s as %s', (picture, reading, conclusion, verdict) => {
  open()
  goThrough(picture, reading, conclusion)
  const heading = screen.getByRole('heading', { name: `比对结论：${verdict}` })
  expect(heading).toBe(document.activeElement)
  expect(heading.closest('[aria-live="polite"]')).not.toBeNull()
})

it('links to the report form after a difference', () => {
  open()
  goThrough('看来不同', '14.02', '有出入')
  expect(screen.getByText(/有 3 项与证书记录不符/)).toBeTruthy()
  const [link] = screen.getAllByRole('link', { name: '举报假证书' })
  expect(link?.getAttribute('href')).toBe('/certificate-check/report?no=SH20261103001285')
})

it('shows the difference on blur, not while typing', () => {
  open()
  press('逐项比对')
  press('下一项')
  fireEvent.change(screen.getByLabelText('秤上读数'), { target: { value: '1' } })
  expect(screen.queryByText(/与证书相差/)).toBeNull()
  enterMass('12.37')
  expect(screen.getByText(/与证书相差 0.01/)).toBeTruthy()
})

it('keeps the focus in the field while a button is pressed', () => {
  open()
  press('逐项比对')
  // `false`: the default action was prevented, so the focus stays.
  expect(fireEvent.mouseDown(screen.getByRole('button', { name: '下一项' }))).toBe(false)
})

it('keeps the input on going back, and clears it on restart', () => {
  open()
  goThrough('看来一致', '12.37', '一字不差')
  press('上一项')
  press('上一项')
  expect(screen.getByLabelText<HTMLInputElement>('秤上读数').value).toBe('12.37')
  press('下一项')
  press('看结论')
  press('重新比对')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '看来一致' }).checked).toBe(false)
})

it('shows progress and findings on the ruler', () => {
  open()
  press('逐项比对')
  choose('看来不同')
  press('下一项')
  const ruler = within(screen.getByRole('list', { name: '比对进度' }))
  expect(ruler.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '影像：不符',
    '质量',
    '检验结论',
  ])
  expect(ruler.getByText('质量').getAttribute('aria-current')).toBe('step')
})

it('prints the record instead of the page', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 1, 41) })
  const printed: string[] = []
  vi.stubGlobal('print', () => printed.push(document.body.textContent ?? ''))
  open()
  goThrough('看来一致', '12.37', '一字不差')
  press('打印比对记录')
  expect(printed[0]).toContain('比对时间 2026-11-21 09:41')
  expect(document.documentElement.getAttribute('data-print')).toBe('comparison')
  act(() => {
    window.dispatchEvent(new Event('afterprint'))
  })
  expect(document.documentElement.hasAttribute('data-print')).toBe(false)
  expect(screen.queryByText('证书与实物比对记录')).toBeNull()
})

it('goes step by step in English, and shows no Chinese but the conclusion of the paper', () => {
  const { container } = render(
    <MemoryRouter>
      <EnglishComparison certificate={{ ...turquoise, shape: '椭圆弧面型', lengthMm: 18.42, inscription: 'Au750' }} />
    </MemoryRouter>,
  )
  const seen = [container.textContent]
  const step = (name: string) => {
    press(name)
    seen.push(container.textContent)
  }
  step('Compare step by step')
  choose('Seems the same')
  step('Next step')
  fireEvent.change(screen.getByLabelText('Reading of the balance'), { target: { value: '12.37' } })
  step('Next step')
  choose('Same shape')
  step('Next step')
  step('Next step')
  choose('Identical')
  step('Show the result')
  expect(screen.getByRole('heading', { name: 'Result: agrees' })).toBe(document.activeElement)
  expect(seen.at(-1)).toContain('0.01\u00a0g from the certificate, within the tolerance of ±0.02\u00a0g.')
  expect(seen.join(' ').replaceAll('绿松石', '')).not.toMatch(/\p{Script=Han}/u)
})
