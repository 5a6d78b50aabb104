import type { McpServer, McpServerOptions } from '@modelcontextprotocol/server'
import type { Env } from '../../shared/env.ts'

export interface McpOptions {
  /** Origins of browser apps that may call beside our own and loopback ones. */
  origins: readonly string[]
  /** Names that this door is called by beside the public one and loopback ones. */
  hosts: readonly string[]
  /** Adds to what a server offers: for tests, which need tools that no product has. */
  extension?: Extension
}

export interface Extension {
  options: McpServerOptions
  register: (server: McpServer) => void
}

export function mcpOptions(env: Env): McpOptions {
  return { origins: env.CONNECTOR_ORIGINS, hosts: env.CONNECTOR_HOSTS }
}
