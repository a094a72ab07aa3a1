import { beforeEach, expect, it, vi } from 'vitest'
import { type CopyPicture, createPictureQueue, type QueuedPicture, restorePicture } from './picture-queue.ts'

const makePng = (name: string, size = 3) => new File([new Uint8Array(size)], name, { type: 'image/png' })

function queueWith(
  send: (file: File) => Promise<string>,
  options: { initial?: readonly QueuedPicture[]; copy?: CopyPicture } = {},
) {
  let pictures = options.initial ?? []
  const queue = createPictureQueue({
    send: (file) => send(file),
    onChange: (next) => {
      pictures = next
    },
    isPaused: options.initial !== undefined,
    ...options,
  })
  return { queue, pictures: () => pictures, states: () => pictures.map(({ name, state, url }) => [name, state, url]) }
}
const waitForTask = () => new Promise((resolve) => setTimeout(resolve))

beforeEach(() => {
  URL.createObjectURL = () => 'blob:picture'
  URL.revokeObjectURL = () => undefined
})

it('uploads three pictures at a time, in order', async () => {
  const ends: (() => void)[] = []
  const send = vi.fn(
    ({ name }: File) => new Promise<string>((resolve) => ends.push(() => resolve(`/file/img/${name}`))),
  )
  const { queue, states } = queueWith(send)
  queue.add(['a', 'b', 'c', 'd'].map((name) => makePng(name)))
  expect(send).toHaveBeenCalledTimes(3)
  ends[0]?.()
  await waitForTask()
  expect(send).toHaveBeenCalledTimes(4)
  expect(states()[0]).toEqual(['a', 'stored', '/file/img/a'])
})

it('copies a picture of another site in its turn, and tries again after a failure', async () => {
  const copy = vi.fn(async (_origin: string) => '/file/img/copy.webp').mockRejectedValueOnce(new Error('network'))
  const send = vi.fn(async () => '')
  const { queue, pictures } = queueWith(send, { copy })
  const key = queue.request({ origin: 'https://a.cn/x.png' })
  await waitForTask()
  expect(pictures()).toMatchObject([
    { state: 'failed', fault: '图片没有上传成功，请重试', origin: 'https://a.cn/x.png' },
  ])
  queue.retry(key)
  await waitForTask()
  expect(pictures()).toMatchObject([{ key, state: 'stored', url: '/file/img/copy.webp' }])
  expect(copy.mock.calls.map(([origin]) => origin)).toEqual(['https://a.cn/x.png', 'https://a.cn/x.png'])
  expect(send).not.toHaveBeenCalled()
  const kept = restorePicture({ key, name: '', origin: 'https://a.cn/x.png' })
  expect(kept).toMatchObject({ state: 'waiting', file: null, origin: 'https://a.cn/x.png' })
})

it('sends a chosen file in place of a picture that could not be copied', async () => {
  const copy = async () => Promise.reject(new Error('network'))
  const { queue, pictures } = queueWith(async ({ name }) => `/file/img/${name}`, { copy })
  const key = queue.request({ origin: 'https://a.cn/x.png' })
  await waitForTask()
  queue.replace(key, makePng('own.png'))
  await waitForTask()
  expect(pictures()).toMatchObject([{ key, state: 'stored', origin: '', url: '/file/img/own.png' }])
})

it('rejects files of other types and sizes, with one message for each reason', () => {
  const { queue } = queueWith(async () => '')
  const text = new File(['x'], 'a.txt', { type: 'text/plain' })
  expect(queue.add([text, text, makePng('big', 10 * 1024 * 1024 + 1)])).toEqual({
    keys: [],
    faults: ['请选择 JPG、PNG、GIF 或 WebP 图片', '图片不能超过 10 MB'],
    isOverMax: false,
  })
})

it('leaves out pictures above the maximum, and moves existing ones', () => {
  const { queue, pictures } = queueWith(() => new Promise(() => {}))
  const { keys, isOverMax } = queue.add(
    ['a', 'b', 'c'].map((name) => makePng(name)),
    2,
  )
  expect(isOverMax).toBe(true)
  queue.move(keys[1] ?? '', -1)
  expect(pictures().map(({ name }) => name)).toEqual(['b', 'a'])
})

it('keeps a picture whose upload failed, and retries it', async () => {
  const send = vi.fn(async () => '/file/img/a.png').mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const { queue, states, pictures } = queueWith(send)
  const [key = ''] = queue.add([makePng('a')]).keys
  await waitForTask()
  expect(pictures()[0]).toMatchObject({ state: 'failed', fault: '图片没有上传成功，请重试' })
  queue.retry(key)
  await waitForTask()
  expect(states()).toEqual([['a', 'stored', '/file/img/a.png']])
})

it('uploads the restored pictures when it is no longer paused', async () => {
  const initial = [
    restorePicture({ key: 'abc123', name: 'a', file: makePng('a') }),
    restorePicture({ key: 'd', name: 'b' }),
  ]
  const { queue, pictures } = queueWith(async () => '/file/img/a.png', { initial })
  expect(pictures().map(({ state }) => state)).toEqual(['waiting', 'failed'])
  queue.setPaused(false)
  await waitForTask()
  expect(pictures().map(({ state, fault }) => [state, fault])).toEqual([
    ['stored', ''],
    ['failed', '图片没有保留下来，请重新选择'],
  ])
})

it('ignores the answer for a picture that was removed', async () => {
  let end: (url: string) => void = () => {}
  const { queue, pictures } = queueWith(() => new Promise((resolve) => (end = resolve)))
  const [key = ''] = queue.add([makePng('a')]).keys
  queue.remove(key)
  end('/file/img/a.png')
  await waitForTask()
  expect(pictures()).toEqual([])
})
