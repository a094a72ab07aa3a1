import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { AREAS } from '#manage/manage-areas.ts'
import { openArea } from '#testing/open-manage.tsx'
import { readHandbook } from './handbook.ts'

it('has a section for every place of the rail', () => {
  const titles = readHandbook().map(({ title }) => title)
  expect(AREAS.map(({ label }) => label).filter((label) => !titles.includes(label))).toEqual([])
})

it('reads paragraphs, lists, code, emphasis and links', () => {
  const text = '\n引言\n\n### 甲\n\n一行\n接着 `码`\n\n- **重**点\n- [乙](/b)\n'
  expect(readHandbook(text)).toEqual([
    {
      title: '甲',
      blocks: [
        {
          kind: 'paragraph',
          pieces: [
            { kind: 'text', text: '一行接着 ' },
            { kind: 'code', text: '码' },
          ],
        },
        {
          kind: 'list',
          isOrdered: false,
          items: [
            [
              { kind: 'strong', text: '重' },
              { kind: 'text', text: '点' },
            ],
            [{ kind: 'link', text: '乙', to: '/b' }],
          ],
        },
      ],
    },
  ])
})

it('opens the section of the place from the top bar', async () => {
  const { router } = openArea('/audit')
  fireEvent.click(await screen.findByRole('link', { name: '本页手册' }))
  expect(await screen.findByRole('heading', { name: '管理端手册' })).toBeTruthy()
  expect(decodeURIComponent(router.state.location.hash)).toBe('#操作记录')
})
