import type { PreviewAnswer } from '@portal/contract/articles/preview.ts'
import type { Call } from '@portal/contract/call.ts'
import { calls, toCallKey } from '@portal/contract/calls.ts'
import { type AnswerReader, createAnswerReader } from '#calls/answer-reader.ts'
import { createAddressGuard } from '#calls/guard-addresses.ts'
import type { AnswerCleaning } from '#html/answer-cleaning.ts'
import type { Caller } from '#request/caller.ts'
import type { PageResponse } from './page-bundle.ts'

interface Options {
  cleaning: Pick<AnswerCleaning, 'clean'>
  publicOrigin: string | null
}

/** Answers some calls of a previewed page; `null` for a call that gets its public answer. */
export type AnswerPreviewed = (address: string, method: string) => Promise<PageResponse | null>

/** Reads previewed answers like upstream's own: checked against the contract, and sanitised. */
export function createPreviewAnswers({ cleaning, publicOrigin }: Options) {
  const guardAddresses = createAddressGuard(publicOrigin)
  const readers = new Map<string, AnswerReader>()

  function getReader(path: string): AnswerReader {
    const call = (calls as readonly Call[]).find((one) => toCallKey(one) === `GET ${path}`)
    if (call?.access !== 'public') throw new Error(`GET ${path} cannot be previewed`)
    const reader = readers.get(path) ?? createAnswerReader(call, guardAddresses)
    readers.set(path, reader)
    return reader
  }

  return (answers: readonly PreviewAnswer[], caller: Caller): AnswerPreviewed =>
    async (address, method) => {
      const { pathname, searchParams } = new URL(address, 'http://page.invalid')
      const answer = answers.find(
        ({ path, query }) =>
          path === pathname && Object.entries(query).every(([name, value]) => searchParams.get(name) === value),
      )
      if (!answer || method !== 'GET') return null
      const text = JSON.stringify({ code: 200, message: '', data: answer.data, extra: answer.extra })
      const unclean = getReader(pathname)({ status: 200, text })
      const { envelope } = await unclean.cleaned((texts) => cleaning.clean(texts, caller))
      return Response.json(envelope)
    }
}
