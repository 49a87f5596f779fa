// memory_shapes.h: the shapes of laws with a memory that the checklists (law_subject.c, test_laws_memory.c) run over.
#ifndef PLIANT_MEMORY_SHAPES_H
#define PLIANT_MEMORY_SHAPES_H

#define MEMORY_SHAPES                                                                                                              \
  {"dahl", "{}"}, {"dahl", "{\"max\": \"constant\"}"}, {"dahl", "{\"form\": \"alpha\"}"},                                          \
      {"dahl", "{\"form\": \"alpha\", \"max\": \"constant\"}"}, {"dahl", "{\"gamma\": 2}"},                                        \
      {"dahl", "{\"gamma\": 1.5, \"max\": \"constant\"}"}, {"dahl", "{\"gamma\": 3, \"form\": \"alpha\"}"},                        \
      {"dahl", "{\"step\": \"linearised\"}"}, {"dahl", "{\"step\": \"linearised\", \"max\": \"constant\"}"}, {"dahl-sides", "{}"}, \
      {"dahl-sides", "{\"max\": \"constant\"}"}, {"creep", "{}"}, {                                                                \
    "bounded", "{}"                                                                                                                \
  }

#endif
