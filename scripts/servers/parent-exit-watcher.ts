// Loaded into each server before its own code (`node --import`). The IPC channel to scripts/start.ts breaks when that
// is killed or crashes; without this the server would live on, hold its port, and no Ctrl+C could reach it.
process.once('disconnect', () => {
  // One that listens to this itself knows better.
  if (process.listenerCount('disconnect') === 0) process.kill(process.pid, 'SIGTERM')
})
// Listening to the channel must not keep a server alive that has nothing left to do.
process.channel?.unref()

// A module, so that nothing here is global.
export {}
