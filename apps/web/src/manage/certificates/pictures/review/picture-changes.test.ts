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
const makePicture = (file: string, caption = '', widthMm = '') => ({ file, caption, widthMm })
const listChanges = (...pictures: ReturnType<typeof makePicture>[]) => {
  const { pictures: compared, removed } = comparePictures(pictures, published)
  return { changes: compared.map(({ changes }) => changes), removed: removed.map(({ src }) => src) }
}

it('marks no equal pictures', () => {
  expect(
    listChanges(makePicture('a.jpg', '正面', '44.80'), makePicture('b.jpg'), makePicture('c.jpg', '侧面', '30')),
  ).toEqual({
    changes: [[], [], []],
    removed: [],
  })
})

it('marks new, removed, captioned and moved pictures', () => {
  expect(
    listChanges(makePicture('n.jpg'), makePicture('b.jpg', '背面', '12'), makePicture('a.jpg', '正面', '44.8')),
  ).toEqual({
    changes: [['新图片'], ['说明原为：空', '画面宽原为：空', '原为第 2 张'], ['原为第 1 张']],
    removed: ['/file/img/c.jpg'],
  })
})

it('marks nothing in a first version', () => {
  expect(comparePictures([makePicture('a.jpg')], null).pictures.map(({ changes }) => changes)).toEqual([[]])
})
