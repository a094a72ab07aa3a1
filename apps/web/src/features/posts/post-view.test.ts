import { expect, it } from 'vitest'
import { toPostView } from './post-view.ts'

const readPictures = (imgUrl: string | null) => toPostView({ id: 'p1', content: '', imgUrl }).pictures

it('reads at most nine pictures, joined by commas', () => {
  expect(readPictures('/file/img/a.jpg, https://img.example.test/b.jpg,')).toEqual([
    '/file/img/a.jpg',
    'https://img.example.test/b.jpg',
  ])
  expect(readPictures(null)).toEqual([])
  expect(readPictures('javascript:alert(1),http://a.test/1.jpg')).toEqual([])
  expect(readPictures(Array.from({ length: 12 }, (_, at) => `/file/img/${at}.jpg`).join())).toHaveLength(9)
})

it('uses defaults for members that upstream leaves out', () => {
  expect(toPostView({ id: 'a', content: '今日到样' })).toMatchObject({
    writer: { name: '用户' },
    pictures: [],
    pictureSets: [],
    likers: [],
    isLiked: false,
    isPublic: true,
    comments: [],
  })
})
