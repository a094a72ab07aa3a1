import { expect, it, vi } from 'vitest'
import { createPictureQueue } from './picture-queue.ts'

const png = (name: string, size = 3) => new File([new Uint8Array(size)], name, { type: 'image/png' })

function queueWith(send: (file: File) => Promise<string>) {
  const queue = createPictureQueue(
    (file) => send(file),
    () => {},
  )
  queue.setOpen(true)
  return { queue, states: () => queue.all().map(({ name, state, url }) => [name, state, url]) }
}
const settled = () => new Promise((resolve) => setTimeout(resolve))

it('sends three at a time, in order', async () => {
  const ends: (() => void)[] = []
  const send = vi.fn(
    ({ name }: File) => new Promise<string>((resolve) => ends.push(() => resolve(`/file/img/${name}`))),
  )
  const { queue, states } = queueWith(send)
  queue.add(['a', 'b', 'c', 'd'].map((name) => png(name)))
  expect(send).toHaveBeenCalledTimes(3)
  ends[0]?.()
  await settled()
  expect(send).toHaveBeenCalledTimes(4)
  expect(states()[0]).toEqual(['a', 'stored', '/file/img/a'])
})

it('takes no file that is no picture or too large, and says why once', () => {
  const { queue } = queueWith(async () => '')
  const text = new File(['x'], 'a.txt', { type: 'text/plain' })
  expect(queue.add([text, text, png('big', 10 * 1024 * 1024 + 1)])).toEqual({
    keys: [],
    faults: ['请选择 JPG、PNG、GIF 或 WebP 图片', '图片不能超过 10 MB'],
  })
})

it('keeps a picture that failed, and sends it again', async () => {
  const send = vi.fn(async () => '/file/img/a.png').mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const { queue, states } = queueWith(send)
  const [key = ''] = queue.add([png('a')]).keys
  await settled()
  expect(queue.all()[0]).toMatchObject({ state: 'failed', fault: '图片没有上传成功，请重试' })
  queue.retry(key)
  await settled()
  expect(states()).toEqual([['a', 'stored', '/file/img/a.png']])
})

it('waits for a login, and goes on with what the device has kept', async () => {
  const queue = createPictureQueue(
    async () => '/file/img/a.png',
    () => {},
  )
  queue.restore([
    { key: 'abc123', name: 'a', file: png('a') },
    { key: 'def456', name: 'b' },
  ])
  expect(queue.all().map(({ state }) => state)).toEqual(['waiting', 'failed'])
  queue.setOpen(true)
  await settled()
  expect(queue.all().map(({ state, fault }) => [state, fault])).toEqual([
    ['stored', ''],
    ['failed', '图片没有保留下来，请重新选择'],
  ])
})

it('hears no more of a picture that was cancelled', async () => {
  let end: (url: string) => void = () => {}
  const { queue } = queueWith(() => new Promise((resolve) => (end = resolve)))
  const [key = ''] = queue.add([png('a')]).keys
  queue.cancel(key)
  end('/file/img/a.png')
  await settled()
  expect(queue.all()).toEqual([])
})
