// The part of express that the sample uses. The SDK's authorization router is built on express, which has no types.

declare module 'express' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

  export interface Request extends IncomingMessage {
    body: Record<string, string | undefined>;
  }
  export interface Response extends ServerResponse {
    status(code: number): Response;
    json(body: unknown): Response;
    type(name: string): Response;
    send(body: string): Response;
    redirect(status: number, url: string): void;
  }
  export type RequestHandler = (request: Request, response: Response, next: () => void) => void;
  interface Application extends RequestListener {
    use(handler: RequestHandler): Application;
    get(path: string, handler: RequestHandler): Application;
    post(path: string, ...handlers: RequestHandler[]): Application;
  }
  function express(): Application;
  namespace express {
    function urlencoded(options: { extended: boolean }): RequestHandler;
  }
  export default express;
}
