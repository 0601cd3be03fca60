// SPDX-License-Identifier: Apache-2.0
// libxml2: two threads parse. WRONG: they change one document.
// known-wrong: the race is inside of the library, whose plain accesses are not seen
// packages: libxml2-dev
// pkg-config: libxml-2.0
#include <assert.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <pthread.h>
#include <string.h>

static xmlDocPtr shared;

static void* parse(void* unused) {
  const char* const text = "<a><b/></a>";
  const xmlDocPtr document = xmlReadMemory(text, (int)strlen(text), "a.xml", NULL, 0);
  assert(document != NULL);
  assert(xmlStrEqual(xmlDocGetRootElement(document)->name, (const xmlChar*)"a"));
  xmlFreeDoc(document);
#ifdef WRONG
  xmlNewChild(xmlDocGetRootElement(shared), NULL, (const xmlChar*)"c", NULL);
#endif
  return unused;
}

int main(void) {
  xmlInitParser();
  shared = xmlReadMemory("<r/>", 4, "r.xml", NULL, 0);
  pthread_t thread;
  pthread_create(&thread, NULL, parse, NULL);
  parse(NULL);
  pthread_join(thread, NULL);
#ifdef WRONG
  assert(xmlChildElementCount(xmlDocGetRootElement(shared)) == 2);
#endif
  xmlFreeDoc(shared);
  return 0;
}
