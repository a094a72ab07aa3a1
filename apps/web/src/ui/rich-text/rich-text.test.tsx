import { IMAGE_RETRIES } from '@portal/contract/constants.ts'
import { fireEvent, render } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { asSafeHtml } from '#lib/html/safe-html.ts'
import { RichText } from './rich-text.tsx'
import { PICTURE_RETRIES } from './rich-text-care.ts'

const makePicture = (alt: string) =>
  `<p><img loading="lazy" decoding="async" src="/file/img/${alt}.svg" alt="${alt}"></p>`
const html = asSafeHtml(makePicture('光谱') + makePicture('样品'))

it('loads pictures lazily, but the first eagerly unless deferred', () => {
  const readLazyFlags = (markup: string) => [...markup.matchAll(/<img[^>]*>/g)].map(([image]) => image.includes('lazy'))
  expect(readLazyFlags(renderToStaticMarkup(<RichText html={html} />))).toEqual([false, true])
  expect(readLazyFlags(renderToStaticMarkup(<RichText html={html} arePicturesDeferred />))).toEqual([true, true])
})

it('retries a failed picture once, then shows a drawing with its text', () => {
  expect(PICTURE_RETRIES).toBe(IMAGE_RETRIES)
  const { container, getByRole } = render(<RichText html={html} />)
  const image = container.querySelector('img') as HTMLImageElement
  const ask = vi.spyOn(image, 'setAttribute')
  fireEvent.error(image)
  expect(ask).toHaveBeenCalledExactlyOnceWith('src', '/file/img/光谱.svg')
  fireEvent.error(image)
  expect(container.contains(image)).toBe(false)
  expect(getByRole('img', { name: '图片无法显示：光谱' }).querySelector('use')).not.toBeNull()
  expect(container.querySelectorAll('img')).toHaveLength(1)
})

it('reloads failed pictures when the network is back', () => {
  const { container, queryByRole } = render(<RichText html={html} />)
  const image = container.querySelector('img') as HTMLImageElement
  for (let fails = 0; fails <= PICTURE_RETRIES; fails += 1) fireEvent.error(image)
  expect(container.contains(image)).toBe(false)
  const ask = vi.spyOn(image, 'setAttribute')
  fireEvent.online(window)
  expect(container.contains(image)).toBe(true)
  expect(queryByRole('img', { name: /^图片无法显示/ })).toBeNull()
  expect(ask).toHaveBeenCalledExactlyOnceWith('src', '/file/img/光谱.svg')
})

it('makes a wide table focusable', () => {
  vi.spyOn(HTMLDivElement.prototype, 'scrollWidth', 'get').mockReturnValue(800)
  const { container, getByRole } = render(
    <RichText html={asSafeHtml('<table><tr><td>1.762</td></tr></table><pre>a</pre>')} />,
  )
  expect(getByRole('group', { name: '表格，可左右滚动' })).toHaveProperty('tabIndex', 0)
  expect(container.querySelector('pre')?.hasAttribute('tabindex')).toBe(false)
})
