import { IMAGE_RETRIES } from '@portal/contract/constants.ts'
import { cleanup, fireEvent, render } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it } from 'vitest'
import { ArticleCover } from './article-cover.tsx'

const article = { id: 1, categoryId: 35, title: '10× 三片式放大镜', coverUrl: '/file/img/loupe.svg' }

afterEach(cleanup)

it('shows the generated cover after the last retry of a picture', () => {
  const { container } = render(<ArticleCover article={article} />)
  for (let failures = 0; failures <= IMAGE_RETRIES; failures += 1) {
    const image = container.querySelector('img')
    expect(image?.getAttribute('src')).toBe('/file/img/loupe.svg')
    if (image) fireEvent.error(image)
  }
  expect(container.querySelector('img')).toBeNull()
  expect(container.querySelector('use')?.getAttribute('href')).toMatch(/#loupe$/)
})

it('retries a picture after the first failure', () => {
  const { container } = render(<ArticleCover article={article} />)
  const first = container.querySelector('img')
  if (first) fireEvent.error(first)
  expect(container.querySelector('img')).not.toBe(first)
})

it('shows the generated cover of an article without a picture', () => {
  expect(renderToStaticMarkup(<ArticleCover article={{ ...article, coverUrl: null }} />)).toContain('#loupe')
})

it('offers the widths of a cover', () => {
  const set = '/file/img/a-480.jpg 480w, /file/img/a.jpg 960w'
  const cover = renderToStaticMarkup(
    <ArticleCover article={{ ...article, coverUrl: '/file/img/a.jpg', coverSet: set }} />,
  )
  expect(cover).toContain(`sizes="(min-width: 720px) 240px, 160px" srcSet="${set}" src="/file/img/a.jpg"`)
  expect(renderToStaticMarkup(<ArticleCover article={article} />)).not.toMatch(/srcset/i)
})

it('loads pictures lazily, except eager ones', () => {
  expect(renderToStaticMarkup(<ArticleCover article={article} />)).toContain('loading="lazy"')
  expect(renderToStaticMarkup(<ArticleCover article={article} isEager />)).not.toContain('lazy')
})
