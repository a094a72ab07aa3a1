import { createWorkerAddress } from '#lib/html/worker-script.ts'
import { type DrawnPicture, type DrawOptions, drawPicture, type Easel, isPictureBytes } from './draw-picture.ts'
import type { PictureAnswer, PictureTask } from './picture-worker.ts'
import workerAddress from './picture-worker.ts?worker&url'

/** Maximum size of a file before scaling, in bytes. */
const FILE_MAX_BYTES = 80 * 1024 * 1024
/** Time after which a worker without an answer is considered dead. */
const ANSWER_MAX_MS = 60_000

/** Error of a file that cannot become a picture; its message is shown. */
export class PictureRefused extends Error {}

const NO_PICTURE = '这个文件不是图片，请选择 JPEG、PNG 或 WebP 图片'
const UNREADABLE = '图片打不开：已损坏，或像素过多，请缩小到 5000 万像素（宽 × 高）以内'

/**
 * Makes a picture upright, turns, crops and scales it, and removes its metadata: in a worker where the browser has one with a
 * canvas, else on the page.
 * @throws PictureRefused
 */
export async function preparePicture(file: Blob, options: DrawOptions, signal?: AbortSignal): Promise<DrawnPicture> {
  if (file.size > FILE_MAX_BYTES) throw new PictureRefused('文件超过 80 MB，请先缩小')
  const head = new Uint8Array(await file.slice(0, 16).arrayBuffer())
  if (!isPictureBytes(head)) throw new PictureRefused(NO_PICTURE)
  signal?.throwIfAborted()
  const drawn = (await drawInWorker(file, options)) ?? (await drawOnPage(file, options))
  signal?.throwIfAborted()
  return drawn
}

let worker: Worker | null | undefined
let tasks = 0

function findWorker(): Worker | null {
  if (worker !== undefined) return worker
  worker = null
  if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined') return null
  try {
    worker = new Worker(createWorkerAddress(workerAddress), { type: 'module' })
    // A policy of the browser can forbid workers, for example.
    worker.addEventListener('error', () => {
      worker = null
    })
  } catch {
    worker = null
  }
  return worker
}

/** @returns `null` when the worker failed; the page draws instead */
async function drawInWorker(file: Blob, options: DrawOptions): Promise<DrawnPicture | null> {
  const found = findWorker()
  if (!found) return null
  tasks += 1
  const task: PictureTask = { id: tasks, file, ...options }
  return await new Promise((resolve) => {
    const timer = setTimeout(() => settle(null), ANSWER_MAX_MS)
    const settle = (drawn: DrawnPicture | null) => {
      clearTimeout(timer)
      found.removeEventListener('message', handleMessage)
      found.removeEventListener('error', handleError)
      resolve(drawn)
    }
    const handleError = () => settle(null)
    const handleMessage = ({ data }: MessageEvent<PictureAnswer>) => {
      if (data.id === task.id) settle('error' in data ? null : data)
    }
    found.addEventListener('message', handleMessage)
    found.addEventListener('error', handleError)
    found.postMessage(task)
  })
}

async function drawOnPage(file: Blob, options: DrawOptions): Promise<DrawnPicture> {
  const address = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = address
    // Elements show a picture upright by the default of the standard.
    await image.decode()
    const source = { width: image.naturalWidth, height: image.naturalHeight }
    return await drawPicture(image, source, options, createEasel)
  } catch {
    throw new PictureRefused(UNREADABLE)
  } finally {
    URL.revokeObjectURL(address)
  }
}

function createEasel(width: number, height: number): Easel {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  return {
    context: canvas.getContext('2d'),
    toJpeg: (quality) => new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality)),
  }
}
