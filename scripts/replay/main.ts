// Run by `npm start` and `npm run dev` with `UPSTREAM_URL=replay:FOLDER`: an upstream that answers as recorded.
import { RecordingError, readRecording } from '../record/recording.ts'
import { startReplay } from './replay-server.ts'

const WRONG_SETTING = 2

try {
  const server = await startReplay({
    recording: readRecording(process.argv[2] ?? ''),
    warn: (msg) => console.log(JSON.stringify({ level: 'warn', msg })),
  })
  for (const end of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.once(end, () => void server.close())
  process.send?.({ type: 'listening', address: server.url })
  process.send?.({ type: 'ready' })
} catch (error) {
  if (!(error instanceof RecordingError)) throw error
  console.error(`UPSTREAM_URL: ${error.message}`)
  process.exitCode = WRONG_SETTING
}
