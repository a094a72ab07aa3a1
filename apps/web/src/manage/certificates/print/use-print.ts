import type { PrintOrder } from '@portal/contract/certificates/desk/print.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { printFile } from './print-file.ts'

/** State of a print. */
export type PrintState =
  | { kind: 'idle' }
  | { kind: 'busy'; pages: number; startedAtMs: number }
  | { kind: 'done'; url: string; name: string }
  | { kind: 'failed'; message: string }
  | { kind: 'cancelled' }

/** Runs one print at a time. Its file is kept until the next print, or until the page is left. */
export function usePrint() {
  const [state, setState] = useState<PrintState>({ kind: 'idle' })
  const running = useRef<AbortController | null>(null)
  const address = useRef<string | null>(null)

  const forget = useCallback(() => {
    if (address.current !== null) URL.revokeObjectURL(address.current)
    address.current = null
  }, [])
  useEffect(
    () => () => {
      running.current?.abort()
      forget()
    },
    [forget],
  )

  /** @returns the file and its address; `null` when there is none */
  async function print(order: PrintOrder, name: string): Promise<{ file: Blob; url: string } | null> {
    if (running.current) return null
    const controller = new AbortController()
    running.current = controller
    forget()
    const startedAtMs = Date.now()
    setState({ kind: 'busy', pages: 0, startedAtMs })
    try {
      const onPages = (pages: number) => setState({ kind: 'busy', pages, startedAtMs })
      const file = await printFile(order, { signal: controller.signal, onPages })
      const url = URL.createObjectURL(file)
      address.current = url
      setState({ kind: 'done', url, name })
      return { file, url }
    } catch (reason) {
      if (controller.signal.aborted) setState({ kind: 'cancelled' })
      else setState({ kind: 'failed', message: describeFailure(reason) })
      return null
    } finally {
      running.current = null
    }
  }

  /** Drops the last file, whose choices have changed; a running print goes on. */
  function reset(): void {
    if (running.current) return
    forget()
    setState({ kind: 'idle' })
  }

  return { state, print, reset, cancel: () => running.current?.abort() }
}

function describeFailure(reason: unknown): string {
  if (reason instanceof TypeError) return '网络中断，打印件没有收全，请再试一次'
  return reason instanceof Error ? reason.message : '打印件没有收全，请再试一次'
}
