import { expect, it } from 'vitest'
import { compareTexts } from './compare-texts.ts'

const formatComparison = (before: string, after: string) =>
  compareTexts(before, after).map(({ kind, oldNo, newNo, parts }) => {
    const text = parts.map((part) => (part.isChanged ? `[${part.text}]` : part.text)).join('')
    return `${{ same: ' ', gone: '-', new: '+', noted: '~' }[kind]}${kind === 'new' ? newNo : oldNo} ${text}`
  })

it('marks the changed words of a changed line on both sides', () => {
  expect(formatComparison('## 机构\n玉石和绿松石首饰。\n末行', '## 机构\n玉石、绿松石首饰。\n末行')).toEqual([
    ' 1 ## 机构',
    '-2 玉石[和]绿松石首饰。',
    '+2 玉石[、]绿松石首饰。',
    ' 3 末行',
  ])
})

it('marks added and removed lines as a whole, with the numbers of their side', () => {
  expect(formatComparison('一\n二', '一\n新增\n二')).toEqual([' 1 一', '+2 [新增]', ' 2 二'])
  expect(formatComparison('一\n旧行\n二', '一\n二')).toEqual([' 1 一', '-2 [旧行]', ' 3 二'])
})

it('marks nothing in equal texts', () => {
  expect(formatComparison('一\n二', '一\n二')).toEqual([' 1 一', ' 2 二'])
})
