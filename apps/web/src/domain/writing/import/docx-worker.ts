import { DocxRefused, readDocx } from './read-docx.ts'

/** `ready`: the script has been loaded. */
export type DocxAnswer = 'ready' | { html: string } | { fault: string }

const post = (answer: DocxAnswer) => globalThis.postMessage(answer)

globalThis.addEventListener('message', async ({ data }: MessageEvent<Uint8Array>) => {
  try {
    post({ html: await readDocx(data) })
  } catch (reason) {
    post({ fault: reason instanceof DocxRefused ? reason.message : '文件读不出来' })
  }
})
post('ready')
