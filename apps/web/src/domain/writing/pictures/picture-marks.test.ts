import { describe, expect, it } from 'vitest'
import {
  escapeAlt,
  findPictures,
  getPictureSource,
  readPlaceholderKey,
  replacePlaceholders,
  toPlaceholder,
} from './picture-marks.ts'

describe('pictures of a text', () => {
  it('have offsets, captions and unusual addresses', () => {
    const text = '前![谱\\]图](/file/img/a.png "图 1")中![](<https://a.test/x y.png>)后![b](https://a.test/c_(1).png)'
    const found = findPictures(text)
    expect(found.map(({ alt, address }) => [alt, address])).toEqual([
      ['谱]图', '/file/img/a.png'],
      ['', 'https://a.test/x y.png'],
      ['b', 'https://a.test/c_(1).png'],
    ])
    for (const { from, to, altFrom, altTo, addressFrom, addressTo } of found) {
      expect(text.slice(from, altFrom)).toBe('![')
      expect(text[altTo]).toBe(']')
      expect(text.slice(to - 1, to)).toBe(')')
      expect(text.slice(addressFrom, addressTo)).toMatch(/^(?:\/file|<https|https)/)
    }
  })

  it('do not include those inside code blocks, closed or not', () => {
    expect(findPictures('```\n![](a)\n```\n![](b)\n~~~~\n![](c)\n```\n![](d)').map(({ address }) => address)).toEqual([
      'b',
    ])
  })

  it.each([
    ['/file/img/a.png', 'own'],
    ['https://a.test/a.png', 'foreign'],
    ['data:image/png;base64,AA==', 'inline'],
    [toPlaceholder('abc123'), 'waiting'],
  ])('maps %s to %s', (address, source) => {
    expect(getPictureSource(address)).toBe(source)
  })
})

it('recognises only its own placeholders', () => {
  expect(readPlaceholderKey(toPlaceholder('k3f9a2x1'))).toBe('k3f9a2x1')
  expect(readPlaceholderKey('uploading:../x')).toBeNull()
})

it('replaces placeholders by a note in the preview', () => {
  expect(replacePlaceholders(`前![x](${toPlaceholder('abc123')})后![y](/file/img/a.png)`)).toBe(
    '前*（图片上传中）*后![y](/file/img/a.png)',
  )
})

it('escapes and restores alternative texts with brackets', () => {
  const words = '谱图 [1] 与 \\ 号'
  expect(findPictures(`![${escapeAlt(words)}](a)`)[0]?.alt).toBe(words)
})
