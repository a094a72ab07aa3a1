import { expect, it } from 'vitest'
import { comparePictures } from './picture-changes.ts'

const published = {
  certificateNo: 'SH20261103001285',
  version: 1,
  category: 'turquoise',
  conclusion: '绿松石',
  pictures: [
    { url: '/file/img/a.jpg', caption: '正面', widthMm: 44.8 },
    { url: '/file/img/b.jpg', caption: null, widthMm: null },
    { url: '/file/img/c.jpg', caption: '侧面', widthMm: 30 },
  ],
} as Parameters<typeof comparePictures>[1]
const picture = (file: string, caption = '', widthMm = '') => ({ file, caption, widthMm })
const changesOf = (...pictures: ReturnType<typeof picture>[]) => {
  const { pictures: compared, removed } = comparePictures(pictures, published)
  return { changes: compared.map(({ changes }) => changes), removed: removed.map(({ src }) => src) }
}

it('equal pictures are not marked', () => {
  expect(changesOf(picture('a.jpg', '正面', '44.80'), picture('b.jpg'), picture('c.jpg', '侧面', '30'))).toEqual({
    changes: [[], [], []],
    removed: [],
  })
})

it('new, removed, described and moved pictures are marked', () => {
  expect(changesOf(picture('n.jpg'), picture('b.jpg', '背面', '12'), picture('a.jpg', '正面', '44.8'))).toEqual({
    changes: [['新图片'], ['说明原为：空', '画面宽原为：空', '原为第 2 张'], ['原为第 1 张']],
    removed: ['/file/img/c.jpg'],
  })
})

it('nothing is marked in a first version', () => {
  expect(comparePictures([picture('a.jpg')], null).pictures.map(({ changes }) => changes)).toEqual([[]])
})
