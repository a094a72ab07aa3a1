import { CopyBlock } from './copy-block.tsx'
import { FileInstead } from './file-link.tsx'
import type { LogState } from './read-log.ts'

/** The key that verifies the checkpoints. */
export function LogKey({ log }: { log: LogState }) {
  return (
    <>
      <h3>公钥</h3>
      <p>检查点都由它签名。初次使用时，请与另一来源比对，如正在跟随本日志的见证人。</p>
      {log.kind === 'read' && log.key !== null ? (
        <CopyBlock text={log.key} name="公钥" />
      ) : (
        <FileInstead log={log} path="/log/key" />
      )}
    </>
  )
}
